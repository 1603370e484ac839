import { useState } from "preact/hooks";
import { Dialog } from "../../components/Dialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { w } from "../../i18n/solitaire/index.ts";
import * as store from "../../solitaire/store.ts";
import { close, shown } from "./dialogs.ts";
import { deal } from "./moves.ts";

/** The ways to a deal; `again` offers the one that was played. */
export function Deals({ again = false }: { again?: boolean }) {
  return (
    <div class="stack">
      <button type="button" class="primary large" onClick={() => deal(store.anyNumber())}>
        {w("deal.new")}
      </button>
      {again && (
        <button type="button" class="large" onClick={() => deal(store.seed.value)}>
          {w("deal.again")}
        </button>
      )}
      <button type="button" class="large" onClick={() => deal(store.today())}>
        {w("deal.today")}
      </button>
      <button
        type="button"
        class="large"
        onClick={() => {
          shown.value = "number";
        }}
      >
        {w("deal.choose")}
      </button>
    </div>
  );
}

/** Asks for the number of a deal. */
export function DealByNumber() {
  const [text, setText] = useState("");
  const [bad, setBad] = useState(false);
  return (
    <Dialog title={w("deal.choose")} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const number = store.numberFrom(text);
          setBad(number === null);
          if (number !== null) deal(number);
        }}
      >
        <TextField
          label={w("deal.field")}
          value={text}
          set={setText}
          maxLength={18}
          note={w("deal.note")}
        />
        {bad && (
          <p class="trouble" role="alert">
            {w("deal.bad")}
          </p>
        )}
        <button type="submit" class="primary large">
          {w("deal.play")}
        </button>
      </form>
    </Dialog>
  );
}
