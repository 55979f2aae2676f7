import {
  type DecidedStatus,
  type DecisionGround,
  type DecisionOrigin,
  decisionGrounds,
} from "#db/schema/vocabulary.ts";
import { dayWords } from "../../core/text/text.ts";
import { answerUntil, redressElsewhere } from "../shared/redress.ts";

interface Ground {
  basis: "terms" | "law";
  label: string;
  rule: string;
}

export const grounds: Record<DecisionGround, Ground> = {
  not_as_said: {
    basis: "terms",
    label: "The description is not true",
    rule: "A listing must describe truthfully what the product is, does and costs.",
  },
  dead: {
    basis: "terms",
    label: "The URL does not lead to the product",
    rule: "A listing's URL must lead to its product.",
  },
  no_product: {
    basis: "terms",
    label: "It is not a product in its own right",
    rule: "A listing must describe one product or company, which may be listed only once. It must not be a mere advertisement or a copy of another listing.",
  },
  not_theirs: {
    basis: "terms",
    label: "It belongs to someone else",
    rule: "The person who submits a listing must be authorised to represent the product and to use its name and pictures.",
  },
  steering: {
    basis: "terms",
    label: "It manipulates assistants or votes",
    rule: "Text must be written for people. It must not give instructions to assistants or crawlers, or ask for votes.",
  },
  harmful: {
    basis: "terms",
    label: "It harms visitors",
    rule: "A product must not harm its visitors or users, for example through malware, fraud or theft of data.",
  },
  rights: {
    basis: "law",
    label: "It infringes rights",
    rule: "A listing must not infringe other people's rights, for example by using their trade marks, copyright works or personal data without permission.",
  },
  unlawful: {
    basis: "law",
    label: "It is unlawful",
    rule: "A listing must not contain or offer anything that the law forbids.",
  },
};

/** The territorial scope and duration of a decision (Regulation (EU) 2022/2065, article 17(3)(a)). */
export const effects: Record<DecidedStatus, string> = {
  suspended: "A suspended listing is not shown to the public anywhere until it is restored.",
  rejected: "A rejected listing does not launch and is not shown to the public anywhere.",
};

/** What led to a decision, and whether automated means were used (article 17(3)(b) and (c)). */
export const origins: Record<DecisionOrigin, string> = {
  reports:
    "Visitors reported the listing. A member of the team reviewed it and made the decision, which was not automated.",
  texts:
    "An automated text scan flagged the listing. A member of the team reviewed it and made the decision, which was not automated.",
  team: "There was no report. A member of the team reviewed the listing and made the decision, which was not automated.",
};

/** The ground of a decision, with the provision or clause that the team gave (article 17(3)(d) and (e)). */
export function groundSentence({ ground, clause }: { ground: DecisionGround; clause: string | null }): string {
  const { basis, rule } = grounds[ground];
  const number = decisionGrounds.indexOf(ground) + 1;
  const named = clause === null ? "" : ` (${clause})`;
  return `${rule} This is rule ${number} for listings and ${basis === "law" ? "a requirement of the law" : "part of the terms"}${named}.`;
}

/** Ways to contest a decision (Regulation (EU) 2022/2065, article 17(3)(f)). */
export const redress = (decidedAt: string): string[] => [
  `Until ${dayWords(answerUntil(decidedAt))}, you can answer once on the listing's page. A member of the team will read your answer, decide again and email you the result.`,
  redressElsewhere,
];

export const maxAnswerLength = 3000;
