import { dayMs } from "#db/values/week.ts";

/** How many days an owner has to answer (Regulation (EU) 2022/2065, article 20(1): at least six months). */
const answerDays = 184;

export const answerUntil = (decidedAt: string): Date => new Date(Date.parse(decidedAt) + answerDays * dayMs);

/** Other ways to contest a decision (Regulation (EU) 2022/2065, articles 16(5), 17(3)(f), 20(5)). */
export const redressElsewhere =
  "Where Regulation (EU) 2022/2065 applies, you can also turn to a dispute settlement body certified under Article 21 of that regulation. You can also go to court.";
