import { useEffect, useState } from "preact/hooks";
import { TextField } from "../components/fields.tsx";
import { Logo } from "../components/Logo.tsx";
import { houseRules } from "../components/OptionsForm.tsx";
import { MAX_NAME, type Previewed } from "../generated/protocol.ts";
import { listed, t } from "../i18n/index.ts";
import { enter, join, preview, RequestFailed } from "../net/http.ts";
import { refusalText } from "../state/message.ts";
import { go } from "../state/route.ts";
import { knownTables, playerName, remember } from "../state/settings.ts";

const words = (error: unknown) =>
  refusalText(error instanceof RequestFailed ? error.code : "other");

/** What an invitation leads to: who is there, a name, and a seat. */
export function Join({ code }: { code: string }) {
  const [shown, setShown] = useState<Previewed | null>(null);
  const [trouble, setTrouble] = useState("");
  const [name, setName] = useState(playerName.value);
  const [seat, setSeat] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    preview(code).then(
      (found) => {
        // Whoever has a seat here already gets it back without being asked anything.
        const known = knownTables.value.find((k) => k.table === found.table && k.seat !== null);
        if (known) go(`table=${found.table}`, true);
        else setShown(found);
      },
      (error) => setTrouble(words(error)),
    );
  }, [code]);

  async function sit(): Promise<void> {
    if (busy || !name.trim()) return;
    setBusy(true);
    setTrouble("");
    try {
      playerName.value = name.trim();
      const seated = await join({ code, name: name.trim(), seat });
      remember(seated.table, seated.seat);
      go(`table=${seated.table}`, true);
    } catch (error) {
      setTrouble(words(error));
    } finally {
      setBusy(false);
    }
  }

  const names = shown?.seats.map((seat) => seat.called) ?? [];
  const house = shown ? houseRules(shown.options) : [];
  const takeable =
    shown && shown.stage !== "lobby"
      ? names.flatMap((name, at) => (shown.seats[at]?.name === null ? [[at, name] as const] : []))
      : [];
  return (
    <div class="start">
      <header class="start-head">
        <Logo />
        <h1>{t("title")}</h1>
        <p>{t("join.title")}</p>
      </header>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {shown && (
        <form
          class="panel"
          onSubmit={(event) => {
            event.preventDefault();
            void sit();
          }}
        >
          <p>{t("join.there", { names: listed(names) })}</p>
          {house.length > 0 && <p class="note">{house.join(" · ")}</p>}
          {shown.can_join ? (
            <>
              <TextField
                label={t("name")}
                value={name}
                set={setName}
                maxLength={MAX_NAME}
                autocomplete="nickname"
              />
              {takeable.length > 0 && (
                <fieldset class="choices">
                  <legend>{t("join.instead")}</legend>
                  {takeable.map(([at, who]) => (
                    <label key={at}>
                      <input
                        type="radio"
                        name="seat"
                        checked={(seat ?? takeable[0]?.[0]) === at}
                        onChange={() => setSeat(at)}
                      />
                      {who} <small>{t("end.total", { n: shown.totals[at] ?? 0 })}</small>
                    </label>
                  ))}
                </fieldset>
              )}
              {shown.stage === "round" && <p class="note">{t("msg.nextRound")}</p>}
              <button type="submit" class="primary large" aria-disabled={busy || !name.trim()}>
                {t("join.sit")}
              </button>
            </>
          ) : (
            <p role="status">{t(shown.locked ? "refused.locked" : "join.full")}</p>
          )}
        </form>
      )}
      <nav class="panel links" aria-label={t("start.more")}>
        <a href="#lesson">{t("lesson")}</a>
        <a href="#start">{t("toStart")}</a>
      </nav>
    </div>
  );
}

/** Comes with a watch or seat link: the token is used once and leaves the address. */
export function Enter({ table, token }: { table: string; token: string }) {
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    enter(table, token).then(
      (entered) => {
        remember(entered.table, entered.seat);
        go(`table=${entered.table}`, true);
      },
      (error) => setTrouble(words(error)),
    );
  }, [table, token]);
  return (
    <div class="start">
      {trouble ? (
        <>
          <p class="trouble" role="alert">
            {trouble}
          </p>
          <a href="#start">{t("toStart")}</a>
        </>
      ) : (
        <p>{t("connecting")}</p>
      )}
    </div>
  );
}
