import * as z from "zod";
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

/** Throws 403 unless the member may manage such rules: networks, email hashes and rules for all sites are for admins. */
export function requireRuleRole(actor: Actor, { kind, all_sites }: { kind: RuleKind; all_sites: boolean }): void {
  if (isAdminActor(actor) || (!all_sites && kind !== "network" && kind !== "email_hash")) return;
  throw new Problem("forbidden", "Only an admin can manage rules for networks, email addresses and all sites.");
}
