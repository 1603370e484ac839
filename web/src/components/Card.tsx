import { cardName } from "../i18n/cards.ts";
import { face, symbols } from "../state/cards.ts";
import { Ring, Shape, suitClass } from "./Shape.tsx";

interface Shown {
  readonly card: string;
  readonly wild?: boolean;
  /** What a wild stands for. */
  readonly reads?: string | null;
}

const classOf = (card: string) => {
  const { suit } = face(card);
  return suit === null ? "joker" : suitClass[suit];
};

/** The face of a card; whatever holds it says its name. */
export function CardFace({ card, wild = false, reads = null }: Shown) {
  const { suit, rank } = face(card);
  return (
    <span class={`card ${classOf(card)}${wild ? " wild" : ""}`} aria-hidden="true">
      <span class={rank === "10" ? "rank ten" : "rank"}>{rank ?? "JK"}</span>
      {suit !== null && <span class="letter">{suit}</span>}
      <span class="pip">{suit === null ? <Ring /> : <Shape suit={suit} />}</span>
      {wild && (
        <span class="band">
          {suit !== null && <Ring />}
          {reads && reads !== card && <span>={symbols(reads)}</span>}
        </span>
      )}
    </span>
  );
}

export function CardBack() {
  return <span class="card back" aria-hidden="true" />;
}

/** A small card in a row of cards, with its name for those who listen. */
export function MiniCard({ card, wild = false, reads = null }: Shown) {
  const { suit, rank } = face(card);
  return (
    <span class={`mini ${classOf(card)}${wild ? " wild" : ""}`}>
      <span aria-hidden="true" class="mini-face">
        {rank ?? "JK"}
        {suit === null ? <Ring /> : <Shape suit={suit} />}
        {reads && reads !== card && <small>={symbols(reads)}</small>}
      </span>
      <span class="sr">{cardName(card)}</span>
    </span>
  );
}
