/** The texts of the review, which are loaded with it. */
export const en = {
  weighed: { one: "{n} decision weighed.", other: "{n} decisions weighed." },
  sum: {
    one: "In all {cost} point more than the best would have cost.",
    other: "In all {cost} points more than the best would have cost.",
  },
  none: "Expert would have done the same.",
  note: "Expected points, as the opponent Expert weighs them with what you knew then. Last turns and going out are not weighed.",
  how: "Choose a line to see it in the replay.",
  where: "{round}, turn\u00a0{turn}",
  drew: "Drawing from the pile instead of taking {card}",
  took: "Taking {card} instead of drawing from the pile",
  discarded: "Discarding {card} instead of {better}",
  cost: { one: "{cost} point", other: "{cost} points" },
} as const;
