/** Where a decision of the team can be contested besides here (Regulation (EU) 2022/2065, articles 16(5), 17(3)(f), 20(5)). */
export const redressElsewhere =
  "You can also turn to a dispute settlement body that is certified under article 21 of Regulation (EU) 2022/2065, where that applies, and to a court.";
