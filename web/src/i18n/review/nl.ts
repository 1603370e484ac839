import type { ReviewWords } from "./index.ts";

export const nl: ReviewWords = {
  weighed: { one: "{n} beslissing beoordeeld.", other: "{n} beslissingen beoordeeld." },
  sum: {
    one: "Je beslissing kostte {cost} meer dan de beste.",
    other: "Samen kostten je {n} beslissingen {cost} meer dan de beste.",
  },
  most: { one: "Deze kostte het meest:", other: "Deze {n} kostten het meest:" },
  none: "Expert had ongeveer hetzelfde gedaan.",
  note: "Met punten is hier bedoeld wat je aan het eind van de ronde kon verwachten met wat je toen wist, min het gemiddelde van de anderen. Tegenstander Expert schat ze in; aanleggen telt niet mee.",
  how: "Kies een regel om dat moment terug te kijken.",
  where: "{round}, beurt\u00a0{turn}",
  drew: "Van de stapel pakken in plaats van {card}",
  took: "{card} pakken in plaats van een kaart van de stapel",
  discarded: "{card} afleggen in plaats van {better}",
  stayed: "{card} afleggen terwijl uitgaan met {better} kon",
  next: "Je volgende zet",
};
