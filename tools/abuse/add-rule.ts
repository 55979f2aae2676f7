import * as z from "zod";
import { ruleById, saveRule } from "#db/queries/moderation/abuse-rules.ts";
import { ruleEffects, ruleKinds } from "#db/schema/vocabulary.ts";
import { invalid } from "../core/errors/errors.ts";
import { filled, line } from "../core/input/fields.ts";
import { isAccount, isAdminActor } from "../core/operations/actor.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { requireRuleRole, ruleRecord } from "./records.ts";
import { dryRunCounts, ruleWarnings, tryRule } from "./shared/dry-run.ts";
import { kinds } from "./shared/rule-kinds.ts";

/** Adds a rule against abuse. Adding the same rule again changes nothing. */
export default defineTeamTool({
  name: "add_rule",
  command: {
    name: "rule add <kind> <value>",
    description: "Deny or allow an email domain, product domain, word, network or email address",
    site: "option",
    done: ({ rule, matched: { accounts, drafts, listings } }) =>
      `Added the rule ${rule.id}. It matches ${accounts.matched} accounts, ${drafts.matched} drafts and ${listings.matched} listings of the last 30 days.`,
  },
  description:
    "Denies or allows an email domain, product domain, word, network or email. Returns what the rule matches among the records of the last 30 days; with dry_run, it only counts. Rules for networks, emails and all sites are for admins.",
  rest: { method: "POST", path: "/team/rules" },
  scopes: ["team:review"],
  effect: "write",
  input: z.strictObject({
    kind: z.enum(ruleKinds).describe("kind of the rule"),
    value: filled(line(254)).describe("domain, word or phrase, network in CIDR notation, or email address"),
    effect: z.enum(ruleEffects).default("deny").describe("effect; allow wins over deny of the same kind"),
    note: line(500).default("").describe("note for the team"),
    all_sites: z.boolean().default(false).describe("apply the rule on all sites"),
    confirm: z.boolean().default(false).describe("add the rule even if it matches very much"),
  }),
  output: z.strictObject({ rule: ruleRecord, matched: dryRunCounts, warnings: z.array(z.string()) }),
  madeByRun: ["rule.id"],
  async run(context, { kind, effect, note, confirm, ...given }) {
    const { actor, read, site, now } = context;
    const all_sites = given.all_sites || kind === "email_hash";
    requireRuleRole(actor, { kind, all_sites });
    const value = kinds[kind].parse(given.value, read) ?? invalid("value", "invalid", kinds[kind].form);
    const rule = { siteId: all_sites ? null : site.id, kind, effect, value };
    const matched = await tryRule(read, rule, { isAdmin: isAdminActor(actor), now });
    const warnings = ruleWarnings(rule, matched);
    if (warnings.length > 0 && !confirm)
      invalid("confirm", "required", `is required, because the rule matches very much: ${warnings.join(" ")}`, {
        fix: "Check the value. If you mean it, confirm the rule.",
      });
    return async (tx, record) => {
      const { id, isNew } = await saveRule(tx, rule, note, isAccount(actor) ? actor.accountId : null, now);
      if (isNew) record({ subjects: [`rule:${id}`], after: { kind, effect, value, note, all_sites } });
      return { rule: (await ruleById(tx, site.id, id))!, matched, warnings };
    };
  },
});
