import {
  type DecidedStatus,
  type DecisionGround,
  type DecisionOrigin,
  decisionGrounds,
} from "#db/schema/vocabulary.ts";
import { dayMs } from "#db/values/week.ts";
import { redressElsewhere } from "../shared/redress.ts";

interface Ground {
  /** Whether the law rests behind it, or the terms that every listing is under. */
  basis: "terms" | "law";
  /** In short, for whoever chooses it. */
  label: string;
  /** The rule itself, for whoever is told of it. */
  rule: string;
}

/** What the team may hold against a listing. */
export const grounds: Record<DecisionGround, Ground> = {
  not_as_said: {
    basis: "terms",
    label: "It is not what it says",
    rule: "A listing says truthfully what the product is, does and costs.",
  },
  dead: {
    basis: "terms",
    label: "The product is not there",
    rule: "The address of a listing leads to its product.",
  },
  no_product: {
    basis: "terms",
    label: "It is no product of its own",
    rule: "A listing is of one product or company, which is listed once: no advertisement and no copy.",
  },
  not_theirs: {
    basis: "terms",
    label: "It is somebody else's",
    rule: "Who submits a listing may speak for the product, its name and its pictures.",
  },
  steering: {
    basis: "terms",
    label: "It steers assistants or votes",
    rule: "Texts speak to people: none gives orders to assistants or crawlers, and none asks for votes.",
  },
  harmful: {
    basis: "terms",
    label: "It harms visitors",
    rule: "A product harms nobody who visits or uses it: no malware, no fraud, no stolen data.",
  },
  rights: {
    basis: "law",
    label: "It infringes rights",
    rule: "What belongs to others by law, such as trade marks, works and personal data, is not used without them.",
  },
  unlawful: {
    basis: "law",
    label: "It is unlawful",
    rule: "What the law forbids is not listed.",
  },
};

/** What a decision means for the listing: where, and for how long. */
export const effects: Record<DecidedStatus, string> = {
  suspended: "It is not shown to the public, anywhere, until it is restored.",
  rejected: "It is not launched, and not shown to the public anywhere.",
};

/** How it came to the decision, and whether programs had a part in it. */
export const origins: Record<DecisionOrigin, string> = {
  reports: "Visitors reported the listing. A person of the team looked at it and decided; no program did.",
  texts: "A program that looks through texts flagged it. A person of the team read it and decided; no program did.",
  team: "Nobody reported it: a person of the team looked at it and decided; no program did.",
};

/** The ground of a decision in a sentence, with the provision or clause that the team named. */
export function groundSentence({ ground, clause }: { ground: DecisionGround; clause: string | null }): string {
  const { basis, rule } = grounds[ground];
  const number = decisionGrounds.indexOf(ground) + 1;
  const named = clause === null ? "" : ` (${clause})`;
  return `${rule} That is rule ${number} for listings, ${basis === "law" ? "a matter of the law" : "part of the terms"}${named}.`;
}

/** So long an owner may answer (Regulation (EU) 2022/2065, article 20(1): at least six months). */
const answerDays = 184;

export const answerUntil = (decidedAt: string): Date => new Date(Date.parse(decidedAt) + answerDays * dayMs);

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** What an owner can do against a decision (Regulation (EU) 2022/2065, article 17(3)(f)). */
export const redress = (decidedAt: string): string[] => [
  `You can answer once, on the page of the listing, until ${day.format(answerUntil(decidedAt))}: a person of the team reads it, decides anew and tells you.`,
  redressElsewhere,
];

export const maxAnswerLength = 3000;
