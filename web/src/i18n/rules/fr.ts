import type { RuleBook } from "./types.ts";

/** The rules in French, in our own words. */
export const rules: RuleBook = {
  goal: {
    title: "Le but",
    text: [
      "À chaque manche, vous cherchez à placer toutes vos cartes dans des combinaisons : séries et suites. Ce qui reste coûte des points. Après la dernière manche, le total le plus bas gagne.",
    ],
  },
  cards: {
    title: "Les cartes",
    text: [
      "Il y a cinq couleurs : pique, cœur, carreau, trèfle et étoile. Chacune va de 3 à 10, puis valet, dame et roi ; il n’y a ni as ni 2. Chaque carte existe deux fois. Avec six jokers, cela fait {set} cartes.",
    ],
  },
  rounds: {
    title: "Les manches",
    text: [
      "On joue la première manche avec 3 cartes en main, la deuxième avec 4, et ainsi de suite jusqu’à 13 : onze manches. Le donneur change à chaque manche, dans le sens horaire, et la personne qui le suit commence.",
      "Le nombre de cartes données dit quelle valeur est passe-partout : avec 3 cartes les 3, avec 11 les valets, avec 12 les dames, avec 13 les rois.",
    ],
  },
  turn: {
    title: "Votre tour",
    text: [
      "Prenez une carte : celle du dessus de la pioche, ou celle du dessus de la défausse. Puis défaussez une carte de votre choix, même celle que vous venez de prendre.",
      "Les combinaisons restent en main jusqu’à ce que quelqu’un sorte.",
    ],
  },
  melds: {
    title: "Séries et suites",
    text: [
      "Une série réunit au moins trois cartes de même valeur, de couleurs quelconques ; la même carte peut y être deux fois.",
      "Une suite réunit au moins trois cartes d’une couleur qui se suivent, entre 3 et roi. Après le roi, on ne recommence pas à 3.",
      "Une carte n’appartient qu’à une combinaison.",
    ],
  },
  wilds: {
    title: "Passe-partout",
    text: [
      "Les jokers et toutes les cartes de la valeur de la manche sont passe-partout : chacune peut valoir n’importe quelle carte. Une combinaison peut en contenir autant qu’on veut, même rien d’autre, et plusieurs peuvent se suivre.",
      "Une carte de cette valeur peut aussi être à sa propre place.",
    ],
  },
  out: {
    title: "Sortir",
    text: [
      "Si, après avoir pioché, toutes vos cartes sauf une sont dans des combinaisons, vous pouvez sortir : vous posez les combinaisons et défaussez la dernière carte. Sans carte à défausser, on ne peut pas sortir. On n’est pas obligé de sortir dès que c’est possible.",
    ],
  },
  last: {
    title: "Les derniers tours",
    text: [
      "Quand quelqu’un sort, chaque autre personne joue exactement un tour encore. On pioche, on défausse et on pose ses combinaisons. Ce qui reste en main compte.",
    ],
  },
  points: {
    title: "Les points",
    text: [
      "Une carte qui reste coûte sa valeur : de 3 à 10, le valet 11, la dame 12, le roi 13. Une carte passe-partout coûte {wild}, un joker {joker}. Les cartes combinées et la défausse ne coûtent rien.",
    ],
  },
  end: {
    title: "La fin",
    text: [
      "Après la dernière manche, le total le plus bas gagne. S’il est atteint plusieurs fois, la victoire est partagée.",
    ],
  },
  pile: {
    title: "Quand la pioche est vide",
    text: [
      "La carte du dessus de la défausse reste. Les autres sont mélangées et deviennent la pioche, au moment où quelqu’un veut y prendre une carte.",
    ],
  },
  many: {
    title: "À plusieurs",
    text: ["Jusqu’à {most} personnes, un jeu suffit. Au-delà, deux jeux sont mélangés ensemble."],
  },
  schedules: {
    title: "Autres manches",
    text: [
      "Une table peut jouer d’autres manches : une partie courte de 3 à 8 cartes, les manches officielles à rebours, les mêmes au hasard, ou treize manches jusqu’à 15 cartes. Avec 14 et 15 cartes, seuls les jokers sont passe-partout ; c’est notre propre lecture.",
    ],
  },
  ties: {
    title: "Manche décisive",
    text: [
      "Si le total le plus bas est atteint plusieurs fois, seules ces personnes jouent une manche de 6 cartes où les 6 sont passe-partout, et une autre si elles sont encore à égalité. Les totaux ne changent pas. Elles peuvent aussi partager la victoire.",
    ],
  },
  manual: {
    title: "Chacun compose ses combinaisons",
    text: [
      "D’habitude, les meilleures combinaisons du dernier tour sont trouvées pour vous. Avec cette règle vous les choisissez, et ce que vous oubliez compte.",
      "Alors rien ne vous dit non plus que vous pouvez sortir, et il n’y a pas de conseils : composez vos combinaisons vous-même, quand vous voulez.",
    ],
  },
  naturals: {
    title: "Une carte naturelle par combinaison",
    text: [
      "Chaque combinaison contient au moins une carte qui n’est pas passe-partout. Des passe-partout seuls ne suffisent pas.",
    ],
  },
  layOff: {
    title: "Compléter",
    text: [
      "À votre dernier tour, vous pouvez ajouter des cartes aux combinaisons déjà posées, les vôtres ou celles des autres, tant qu’elles restent valables. Il doit rester une carte à défausser.",
    ],
  },
};
