import type { ReviewWords } from "./index.ts";

export const fr: ReviewWords = {
  weighed: { one: "{n} décision évaluée.", other: "{n} décisions évaluées." },
  sum: {
    one: "En tout {cost} point de plus que les meilleurs choix.",
    other: "En tout {cost} points de plus que les meilleurs choix.",
  },
  none: "L’adversaire Expert aurait fait de même.",
  note: "Points attendus, selon l’adversaire Expert et ce que vous saviez alors. Les derniers tours et les sorties ne sont pas évalués.",
  how: "Choisissez une ligne pour revoir ce moment de la partie.",
  where: "{round}, tour\u00a0{turn}",
  drew: "Piocher au lieu de prendre {card}",
  took: "Prendre {card} au lieu de piocher",
  discarded: "Défausser {card} au lieu de {better}",
  cost: { one: "{cost} point", other: "{cost} points" },
};
