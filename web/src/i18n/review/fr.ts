import type { ReviewWords } from "./index.ts";

export const fr: ReviewWords = {
  weighed: { one: "{n} décision évaluée.", other: "{n} décisions évaluées." },
  sum: {
    one: "Votre décision a coûté {cost} de plus que la meilleure.",
    other: "Ensemble, vos {n} décisions ont coûté {cost} de plus que les meilleures.",
  },
  most: { one: "Voici la plus coûteuse :", other: "Voici les {n} plus coûteuses :" },
  none: "L’adversaire Expert aurait fait à peu près de même.",
  note: "Ces points sont ceux que vous pouviez attendre à la fin de la manche, avec ce que vous saviez alors, moins la moyenne de ceux des autres. L’adversaire Expert les évalue ; compléter des combinaisons n’est pas évalué.",
  how: "Choisissez une ligne pour revoir ce moment de la partie.",
  where: "{round}, tour\u00a0{turn}",
  drew: "Piocher au lieu de prendre {card}",
  took: "Prendre {card} au lieu de piocher",
  discarded: "Défausser {card} au lieu de {better}",
  stayed: "Défausser {card} alors que sortir avec {better} était possible",
  next: "Votre coup suivant",
};
