/** The texts of the review, which are loaded with it. */
export const en = {
  weighed: { one: "{n} decision weighed.", other: "{n} decisions weighed." },
  sum: {
    one: "Your decision cost {cost} more than the best one would have.",
    other: "Together your {n} decisions cost {cost} more than the best ones would have.",
  },
  most: { one: "This one cost most:", other: "These {n} cost most:" },
  none: "Expert would have done much the same.",
  note: "Points here are those you could expect at the end of the round with what you knew then, less what the others could on average. The opponent Expert weighs them; laying off is not weighed.",
  how: "Choose a line to see it in the replay.",
  where: "{round}, turn\u00a0{turn}",
  drew: "Drawing from the pile instead of taking {card}",
  took: "Taking {card} instead of drawing from the pile",
  discarded: "Discarding {card} instead of {better}",
  stayed: "Discarding {card} when going out with {better} was possible",
  next: "Your next move",
} as const;
