import { type AbuseRule, allRules, rulesVersion } from "#db/queries/moderation/abuse-rules.ts";
import type { RuleKind } from "#db/schema/vocabulary.ts";
import { cachedUntilCommit, type Db } from "#db/store/store.ts";
import { networksAround } from "../../core/operations/client-network.ts";
import { emailHashes, emailHost } from "./rule-value.ts";
import { phraseIndex, phrasesIn } from "./words.ts";

export type RuleSet = ReturnType<typeof ruleSet>;

type Rule = Pick<AbuseRule, "id" | "siteId" | "kind" | "effect" | "value">;

/** The parts of a host name that a domain rule may name: the host itself and its parent domains. */
const domainsOf = (host: string): string[] => host.split(".").map((_, i, labels) => labels.slice(i).join("."));

/**
 * Prepares rules for lookups whose time does not depend on the number of rules. Each function returns the deny rule that
 * applies on a site, or null. An allow rule of the same kind wins.
 */
export function ruleSet(rules: readonly Rule[]) {
  const byValue = Map.groupBy(rules, ({ kind, value }) => `${kind} ${value}`);
  const phrases = phraseIndex(rules.filter(({ kind }) => kind === "word"));
  const kinds = new Set(rules.map(({ kind }) => kind));
  const appliesOn = (siteId: number | null, rule: Rule) =>
    rule.siteId === null || siteId === null || rule.siteId === siteId;

  function find(siteId: number | null, kind: RuleKind, values: () => string[]): Rule | null {
    if (!kinds.has(kind)) return null;
    const found = values()
      .flatMap((value) => byValue.get(`${kind} ${value}`) ?? [])
      .filter((rule) => appliesOn(siteId, rule));
    return found.some(({ effect }) => effect === "allow") ? null : (found[0] ?? null);
  }

  return {
    emailDomain: (siteId: number | null, email: string) =>
      find(siteId, "email_domain", () => domainsOf(emailHost(email))),
    emailHash: (siteId: number | null, db: Db, email: string) =>
      find(siteId, "email_hash", () => emailHashes(db, email)),
    network: (siteId: number | null, network: string) => find(siteId, "network", () => networksAround(network)),
    productDomain: (siteId: number | null, url: string) =>
      find(siteId, "product_domain", () => domainsOf(new URL(url).hostname.replace(/\.$/, ""))),
    /** An allowed phrase excuses only the denied phrases inside it. */
    word(siteId: number | null, text: string): Rule | null {
      for (const found of phrasesIn(phrases, text)) {
        const matches = found.filter(({ rule }) => appliesOn(siteId, rule));
        const allowed = matches.filter(({ rule }) => rule.effect === "allow");
        const denied = matches.find(
          ({ rule, start, end }) =>
            rule.effect === "deny" && !allowed.some((other) => other.start <= start && other.end >= end),
        );
        if (denied) return denied.rule;
      }
      return null;
    },
  };
}

// The set stays prepared until the rules change, because every commit empties the cache of results.
const prepared = new Map<string, { version: string; rules: RuleSet }>();

export async function currentRules(db: Db): Promise<RuleSet> {
  const version = await cachedUntilCommit(db, "rules version", () => rulesVersion(db));
  const known = prepared.get(db.path);
  if (known?.version === version) return known.rules;
  const rules = ruleSet(await allRules(db));
  prepared.set(db.path, { version, rules });
  return rules;
}
