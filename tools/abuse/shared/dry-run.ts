import * as z from "zod";
import {
  type AbuseRule,
  accountsSince,
  allRules,
  type Candidate,
  draftsSince,
  listingsSince,
} from "#db/queries/moderation/abuse-rules.ts";
import type { Db } from "#db/store/store.ts";
import { yieldsToEventLoop } from "#db/store/yield-to-event-loop.ts";
import { dayMs } from "#db/values/week.ts";
import { networksAround, shortNetwork } from "../../core/operations/client-network.ts";
import { type RuleSet, ruleSet } from "./match.ts";

const days = 30;
const maxChecked = 5000;
const maxExamples = 10;

const matchCount = z.strictObject({
  checked: z.int().describe(`Newest records of the last ${days} days, at most ${maxChecked}`),
  matched: z.int(),
  examples: z.array(
    z.strictObject({ id: z.int(), name: z.string(), email: z.string().nullable().describe("For admins only") }),
  ),
});
export const dryRunCounts = z.strictObject({ accounts: matchCount, drafts: matchCount, listings: matchCount });
export type DryRunCounts = z.output<typeof dryRunCounts>;

/** Counts what a rule matches among the records of the last 30 days. Rules of the kind that allow something still do. */
export async function tryRule(
  db: Db,
  rule: Omit<AbuseRule, "id">,
  { isAdmin, now }: { isAdmin: boolean; now: Date },
): Promise<DryRunCounts> {
  const { siteId, kind, effect } = rule;
  const others =
    effect === "allow" ? [] : (await allRules(db)).filter((one) => one.kind === kind && one.effect === "allow");
  const rules = ruleSet([{ ...rule, id: 0, effect: "deny", value: keptValue(rule) }, ...others]);
  const since = new Date(now.getTime() - days * dayMs);
  const count = (records: Candidate[]) => countMatches(records, (one) => isMatched(db, rules, rule, one), isAdmin);
  return {
    accounts: await count(await accountsSince(db, since, maxChecked)),
    drafts: await count(await draftsSince(db, siteId, since, maxChecked)),
    listings: await count(await listingsSince(db, siteId, since, maxChecked)),
  };
}

/** Sign-ups keep only a shortened network, so a rule for a part of it is tried on the whole. */
function keptValue({ kind, value }: Pick<AbuseRule, "kind" | "value">): string {
  if (kind !== "network") return value;
  const short = shortNetwork(value.split("/")[0]!)!;
  return networksAround(value).includes(short) ? short : value;
}

/** A record that would not exist without the account counts for rules about the account. */
function isMatched(
  db: Db,
  rules: RuleSet,
  { siteId, kind }: Pick<AbuseRule, "siteId" | "kind">,
  { email, network, url, texts }: Candidate,
): boolean {
  const find = {
    email_domain: () => email !== null && rules.emailDomain(siteId, email),
    email_hash: () => email !== null && rules.emailHash(siteId, db, email),
    network: () => network !== null && rules.network(siteId, network),
    product_domain: () => url !== null && rules.productDomain(siteId, url),
    word: () => texts.some((text) => rules.word(siteId, text)),
  };
  return Boolean(find[kind]());
}

async function countMatches(
  records: Candidate[],
  matches: (one: Candidate) => boolean,
  isAdmin: boolean,
): Promise<z.output<typeof matchCount>> {
  const yieldToEventLoop = yieldsToEventLoop();
  const found: Candidate[] = [];
  for (const one of records) {
    await yieldToEventLoop();
    if (matches(one)) found.push(one);
  }
  const examples = found
    .slice(0, maxExamples)
    .map(({ id, label, email }) => ({ id, name: label, email: isAdmin ? email : null }));
  return { checked: records.length, matched: found.length, examples };
}

const minSuspicious = 5;

/** Sentences about a rule that may match far more than its author means. */
export function ruleWarnings({ kind, value }: Pick<AbuseRule, "kind" | "value">, counts: DryRunCounts): string[] {
  const warnings = Object.entries(counts)
    .filter(([, { checked, matched }]) => matched >= minSuspicious && matched * 2 > checked)
    .map(
      ([what, { checked, matched }]) =>
        `The rule matches ${matched} of the ${checked} ${what} of the last ${days} days.`,
    );
  if (kind.endsWith("_domain") && !value.includes("."))
    warnings.unshift(`The rule matches every domain under .${value}.`);
  const [address, prefix] = value.split("/");
  if (kind === "network" && Number(prefix) < (address!.includes(":") ? 20 : 8))
    warnings.unshift("The rule matches a very large part of the internet.");
  return warnings;
}
