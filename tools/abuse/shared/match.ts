import { type AbuseRule, allRules, rulesVersion } from "#db/queries/moderation/abuse-rules.ts";
import { fieldOf } from "#db/schema/listing-fields.ts";
import type { RuleKind } from "#db/schema/vocabulary.ts";
import { cachedUntilCommit, type Db } from "#db/store/store.ts";

import { lookup } from "#db/values/lookup.ts";
import { kinds } from "./rule-kinds.ts";
import { formsOf, phrasesIn } from "./words.ts";

type Rule = Pick<AbuseRule, "id" | "siteId" | "kind" | "effect" | "value">;

/** Who signs up or submits, and what. Absent parts are not checked. */
export interface Submission {
  email?: string | null;
  /** An IP address, or the network that contained it. */
  network?: string | null;
  url?: string | null;
  /** A listing's values by field. */
  fields?: object;
  /** Other texts by name, such as those of an update. */
  texts?: object;
}

export interface Denial {
  rule: Rule;
  /** The path of the field that the rule refuses, or null if it refuses the person. */
  field: string | null;
}

/** The texts in a value, with their paths. */
const textsIn = (value: unknown, path: string): [path: string, text: string][] =>
  typeof value === "string"
    ? [[path, value]]
    : Object.entries(value ?? {}).flatMap(([key, part]) => textsIn(part, `${path}.${key}`));

/**
 * Prepares rules for lookups whose time hardly depends on their number. Returns a function that returns what the rules
 * deny on a site. An allow rule wins over deny rules of its kind. An allowed phrase excuses only the words inside it.
 */
export function ruleSet(db: Pick<Db, "path">, rules: readonly Rule[]) {
  const entries = rules.flatMap((rule) =>
    (rule.kind === "word" ? formsOf(rule.value) : [rule.value]).map((form) => ({ rule, form })),
  );
  const byForm = Map.groupBy(entries, ({ rule, form }) => `${rule.kind} ${form}`);
  const words = entries.filter(({ rule }) => rule.kind === "word");
  const lengths = new Set(words.map(({ form }) => form.split(" ").length));

  function find(siteId: number | null, kind: RuleKind, given: string): Rule | undefined {
    const { matching } = kinds[kind];
    // All values of one email address, IP address or URL are at the same place, so each can excuse the others.
    const readings = matching
      ? [matching(given, db).map((form) => ({ form, start: 0, end: 0 }))]
      : phrasesIn(given, lengths);
    for (const parts of readings) {
      const found = parts
        .filter(({ form }) => byForm.has(`${kind} ${form}`))
        .flatMap(({ form, start, end }) => byForm.get(`${kind} ${form}`)!.map(({ rule }) => ({ rule, start, end })))
        .filter(({ rule }) => rule.siteId === null || rule.siteId === siteId);
      const allowed = found.filter(({ rule }) => rule.effect === "allow");
      const isAllowed = (start: number, end: number) => allowed.some((one) => one.start <= start && one.end >= end);
      const denied = found.find(({ rule, start, end }) => rule.effect === "deny" && !isAllowed(start, end));
      if (denied) return denied.rule;
    }
    return undefined;
  }

  return (siteId: number | null, { email, network, url, fields = {}, texts = {} }: Submission): Denial[] => {
    const { landing_url: landingUrl } = fields as { landing_url?: string };
    const given: [RuleKind, string | null | undefined, string | null][] = [
      ["email_domain", email, null],
      ["email_hash", email, null],
      ["network", network, null],
      ["product_domain", url, "url"],
      ["product_domain", landingUrl, "landing_url"],
    ];
    const scanned = Object.entries(fields).filter(([name]) => lookup(fieldOf, name)?.scanned);
    for (const [name, value] of [...scanned, ...Object.entries(texts)])
      for (const [path, text] of textsIn(value, name)) given.push(["word", text, path]);
    return given.flatMap(([kind, value, field]) => {
      const rule = value ? find(siteId, kind, value) : undefined;
      return rule ? { rule, field } : [];
    });
  };
}

export type RuleSet = ReturnType<typeof ruleSet>;

// The set stays prepared until the rules change, because every commit empties the cache of results.
const prepared = new Map<string, { version: string; rules: RuleSet }>();

export async function currentRules(db: Db): Promise<RuleSet> {
  const version = await cachedUntilCommit(db, "rules version", () => rulesVersion(db));
  const known = prepared.get(db.path);
  if (known?.version === version) return known.rules;
  const rules = ruleSet(db, await allRules(db));
  prepared.set(db.path, { version, rules });
  return rules;
}
