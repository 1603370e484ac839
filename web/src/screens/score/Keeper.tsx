import "../../theme/score.css";
import { useEffect, useState } from "preact/hooks";
import { Later } from "../../components/Later.tsx";
import { language, t } from "../../i18n/index.ts";
import { loadScoreWords, s } from "../../i18n/score/index.ts";
import type { SheetFile } from "../../score/file.ts";
import { find } from "../../score/mirror.ts";
import { fromText } from "../../score/share.ts";
import { loadSheets, put } from "../../score/store.ts";
import { go } from "../../state/route.ts";
import { NewSheet } from "./NewSheet.tsx";
import { SheetList } from "./SheetList.tsx";
import { SheetScreen } from "./SheetScreen.tsx";

const statistics = async () => (await import("./Statistics.tsx")).Statistics;

/** Everything of the score keeper; it needs no server. */
export function Keeper({ what }: { what: string }) {
  const [ready, setReady] = useState(false);
  const chosen = language.value;
  useEffect(() => {
    void Promise.all([loadScoreWords(chosen), loadSheets()]).then(() => setReady(true));
  }, [chosen]);
  useEffect(() => {
    const back = () => document.visibilityState === "visible" && void loadSheets();
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, []);
  if (!ready) return null;
  switch (what) {
    case "":
      return <SheetList />;
    case "new":
      return <NewSheet />;
    case "statistics":
      return <Later load={statistics} props={{}} />;
    default:
      return <SheetScreen key={what} name={what} />;
  }
}

/** A sheet that came with a link: it is kept here, and shown. */
export function Received({ packed }: { packed: string }) {
  return <Arriving key={packed} from={() => fromText(`#sheet=${packed}`).then(keepHere)} />;
}

/** A sheet that others keep: it is kept here, too, and shown. */
export function Mirrored({ code }: { code: string }) {
  return <Arriving key={code} from={() => find(code)} />;
}

function keepHere({ sheet, facts }: SheetFile): string {
  put(sheet, facts);
  return sheet;
}

/** Waits for a sheet from elsewhere, and goes to it. */
function Arriving({ from }: { from(): Promise<string> }) {
  const [bad, setBad] = useState(false);
  useEffect(() => {
    void Promise.all([loadScoreWords(language.peek()), loadSheets()])
      .then(from)
      .then((name) => go(`score=${name}`, true))
      .catch(() => setBad(true));
  }, []);
  if (!bad) return <p>{t("connecting")}</p>;
  return (
    <div class="page">
      <p class="trouble" role="alert">
        {s("import.bad")}
      </p>
      <a class="button" href="#score">
        {s("keeper")}
      </a>
    </div>
  );
}
