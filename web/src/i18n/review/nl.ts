import type { ReviewWords } from "./index.ts";

export const nl: ReviewWords = {
  weighed: { one: "{n} beslissing beoordeeld.", other: "{n} beslissingen beoordeeld." },
  sum: {
    one: "Samen {cost} punt meer dan de beste keuzes.",
    other: "Samen {cost} punten meer dan de beste keuzes.",
  },
  none: "Expert had hetzelfde gedaan.",
  note: "Verwachte punten, zoals tegenstander Expert ze inschat met wat je toen wist. Laatste beurten en uitgaan tellen niet mee.",
  how: "Kies een regel om dat moment terug te kijken.",
  where: "{round}, beurt\u00a0{turn}",
  drew: "Van de stapel pakken in plaats van {card}",
  took: "{card} pakken in plaats van een kaart van de stapel",
  discarded: "{card} afleggen in plaats van {better}",
  cost: { one: "{cost} punt", other: "{cost} punten" },
};
