import { Dialog } from "../../components/Dialog.tsx";
import { w } from "../../i18n/solitaire/index.ts";
import { isOver } from "../../solitaire/game.ts";
import * as store from "../../solitaire/store.ts";
import { symbols } from "../../state/cards.ts";
import { DealByNumber, Deals } from "./Deals.tsx";
import { close, type Shown, shown, wanted } from "./dialogs.ts";
import { Into } from "./Into.tsx";
import { act, deal, saveRecord, throwAway } from "./moves.ts";
import { Statistics } from "./Statistics.tsx";

/** Whatever is open over the piles. */
export function Dialogs() {
  const game = store.game.value;
  const at = shown.value;
  if (typeof at === "number") {
    const pile = game?.piles.find(({ size, closed }) => size === at && !closed);
    return game?.drawn && pile ? <Into key={at} pile={pile} drawn={game.drawn} /> : null;
  }
  switch (at) {
    case "menu":
      return <Menu />;
    case "number":
      return <DealByNumber />;
    case "statistics":
      return (
        <Dialog title={w("statistics")} close={close}>
          <Statistics />
        </Dialog>
      );
    case "how":
      return (
        <Dialog title={w("how")} close={close}>
          <How />
        </Dialog>
      );
    case "throw":
      return (
        <Ask
          title={w("throw")}
          question={w("throw.wild", { card: symbols(game?.drawn ?? "JK") })}
          yes={w("throw.yes")}
          no={w("keep")}
          go={() => throwAway(true)}
        />
      );
    case "undo":
      return (
        <Ask
          title={w("undo")}
          question={w("undo.ask")}
          yes={w("undo.yes")}
          no={w("giveUp.no")}
          go={() => act({ undo: "turn" })}
        />
      );
    case "giveUp":
      return (
        <Ask
          title={w("giveUp")}
          question={w("giveUp.ask")}
          yes={w("giveUp")}
          no={w("giveUp.no")}
          go={() => act({ end: "given_up" })}
        />
      );
    case "leave":
      return (
        <Ask
          title={w("deal.new")}
          question={w("deal.leave")}
          yes={w("go")}
          no={w("giveUp.no")}
          go={() => deal(wanted.value, true)}
        />
      );
    default:
      return null;
  }
}

interface Question {
  readonly title: string;
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  go(): void;
}

function Ask({ title, question, yes, no, go }: Question) {
  return (
    <Dialog title={title} close={close}>
      <p>{question}</p>
      <div class="stack">
        <button type="button" class="primary" data-focus onClick={close}>
          {no}
        </button>
        <button type="button" class="danger" onClick={go}>
          {yes}
        </button>
      </div>
    </Dialog>
  );
}

/** How it is played, in a few sentences. */
export function How() {
  return (
    <>
      <p>{w("about")}</p>
      <p>{w("about.wild")}</p>
      <p>{w("about.away")}</p>
    </>
  );
}

function Menu() {
  const going = store.game.value !== null && !isOver(store.game.value);
  const entry = (to: Shown, words: string) => (
    <button
      type="button"
      onClick={() => {
        shown.value = to;
      }}
    >
      {words}
    </button>
  );
  return (
    <Dialog title={w("title")} close={close}>
      <Deals again />
      <div class="stack">
        {entry("how", w("how"))}
        {entry("statistics", w("statistics"))}
        <button type="button" onClick={saveRecord} aria-describedby="record-note">
          {w("record")}
        </button>
        <small id="record-note">{w("record.note")}</small>
        {going && entry("giveUp", w("giveUp"))}
      </div>
    </Dialog>
  );
}
