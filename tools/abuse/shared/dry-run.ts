import { parse } from "tldts";
import * as z from "zod";
import { type AbuseRule, allRules, type Candidate, recordsSince } from "#db/queries/moderation/abuse-rules.ts";
import type { Db } from "#db/store/store.ts";
import { yieldsToEventLoop } from "#db/store/yield-to-event-loop.ts";
import { dayMs } from "#db/values/week.ts";
import { networksAround, shortNetwork } from "../../core/operations/client-network.ts";
import { ruleSet } from "./match.ts";

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

/**
 * Counts what a rule matches among the records of the last 30 days, as if they were submitted now. Rules of the kind
 * that allow something still do. Records count with the account that made them.
 */
export async function tryRule(
  db: Db,
  rule: Omit<AbuseRule, "id">,
  { isAdmin, now }: { isAdmin: boolean; now: Date },
): Promise<DryRunCounts> {
  const others =
    rule.effect === "allow"
      ? []
      : (await allRules(db)).filter(({ kind, effect }) => kind === rule.kind && effect === "allow");
  const deniedBy = ruleSet(db, [{ ...rule, id: 0, effect: "deny", value: keptValue(rule) }, ...others]);
  const yieldToEventLoop = yieldsToEventLoop();
  const since = new Date(now.getTime() - days * dayMs);
  const count = async (read: typeof recordsSince.drafts) => {
    const records = await read(db, rule.siteId, since, maxChecked);
    const found: Candidate[] = [];
    for (const one of records) {
      await yieldToEventLoop();
      if (deniedBy(one.siteId ?? rule.siteId, one).length > 0) found.push(one);
    }
    const examples = found
      .slice(0, maxExamples)
      .map(({ id, label, email }) => ({ id, name: label, email: isAdmin ? email : null }));
    return { checked: records.length, matched: found.length, examples };
  };
  const { accounts, drafts, listings } = recordsSince;
  return { accounts: await count(accounts), drafts: await count(drafts), listings: await count(listings) };
}

/** Sign-ups keep only a shortened network, so a rule for a part of it is tried on the whole. */
function keptValue({ kind, value }: Pick<AbuseRule, "kind" | "value">): string {
  if (kind !== "network") return value;
  const short = shortNetwork(value.split("/")[0]!)!;
  return networksAround(value).includes(short) ? short : value;
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
  if (kind.endsWith("_domain") && parse(value, { allowPrivateDomains: true }).publicSuffix === value)
    warnings.unshift(`The rule matches every domain under .${value}.`);
  const [address, prefix] = value.split("/");
  if (kind === "network" && Number(prefix) < (address!.includes(":") ? 20 : 8))
    warnings.unshift("The rule matches a very large part of the internet.");
  return warnings;
}
