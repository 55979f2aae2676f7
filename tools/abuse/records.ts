import * as z from "zod";
import type { ListedRule } from "#db/queries/moderation/abuse-rules.ts";
import { type RuleKind, ruleEffects, ruleKinds } from "#db/schema/vocabulary.ts";
import { Problem } from "../core/errors/errors.ts";
import { time } from "../core/input/fields.ts";
import { type Actor, isAdminActor } from "../core/operations/actor.ts";

export const ruleRecord = z
  .strictObject({
    id: z.int(),
    kind: z.enum(ruleKinds),
    effect: z.enum(ruleEffects),
    value: z.string(),
    all_sites: z.boolean(),
    note: z.string(),
    created_by: z.strictObject({ account_id: z.int(), name: z.string() }).nullable(),
    created_at: time,
    hits: z.int(),
    last_hit_at: time.nullable(),
  })
  .meta({ id: "AbuseRule" });

export const toRule = (rule: ListedRule): z.output<typeof ruleRecord> => ({
  id: rule.id,
  kind: rule.kind,
  effect: rule.effect,
  value: rule.value,
  all_sites: rule.siteId === null,
  note: rule.note,
  created_by: rule.createdBy === null ? null : { account_id: rule.createdBy, name: rule.createdByName ?? "" },
  created_at: rule.createdAt,
  hits: rule.hits,
  last_hit_at: rule.lastHitAt,
});

/** Throws 403 unless the member may manage such rules: networks, email hashes and rules for all sites are for admins. */
export function requireRuleRole(actor: Actor, { kind, siteId }: { kind: RuleKind; siteId: number | null }): void {
  if (isAdminActor(actor) || (siteId !== null && kind !== "network" && kind !== "email_hash")) return;
  throw new Problem("forbidden", "Only an admin can manage rules for networks, email addresses and all sites.");
}
