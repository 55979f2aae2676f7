import * as z from "zod";
import { weekVotes } from "#db/queries/boards/week-votes.ts";
import { comesOfAge } from "#db/queries/votes/ballots.ts";
import { type TeamBallot, teamBallots } from "#db/queries/votes/team-ballots.ts";
import { type Exclusion, exclusions } from "#db/schema/vocabulary.ts";
import { weekOf } from "#db/values/week.ts";
import { time } from "../core/input/fields.ts";
import { openPageFrom, openPageInput, openWindowOf } from "../core/lists/pagination.ts";
import { type Actor, emailFor } from "../core/operations/actor.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { resolveWeek, week } from "../launches/shared/rules.ts";
import { toWeekTotals, weekTotals } from "./shared/records.ts";
import { type BallotStanding, ballotStandings, temporaryExclusions } from "./shared/rules.ts";

const teamBallot = z.strictObject({
  ballot_id: z.int(),
  slug: z.string(),
  name: z.string(),
  account_id: z.int().nullable().describe("Voter's account; null if it was deleted"),
  voter: z.string().nullable().describe("Voter's name"),
  email: z.string().nullable().describe("Voter's email address, for admins only"),
  cast_at: time,
  excluded: z.enum(exclusions).nullable(),
  note: z.string().nullable().describe("The team's reason for an exclusion"),
  is_waiting: z.boolean().describe("Whether the vote will count once its conditions are met"),
  counts_from: time.nullable().describe("The time at which the account of a waiting vote will be old enough"),
});
export type ListedBallot = z.output<typeof teamBallot>;

export default defineTeamTool({
  name: "list_ballots",
  description: "Lists the votes of a week that do not count, with the reasons.",
  rest: { method: "GET", path: "/team/ballots" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject({
    week: week.default("current"),
    q: z
      .string()
      .trim()
      .max(254)
      .default("")
      .describe("Part of the listing's slug or name, or of the voter's name; admins can also search by email address"),
    standing: z.enum(ballotStandings).default("not_counted"),
    ...openPageInput,
  }),
  output: z.strictObject({
    week: z.string(),
    is_final: z.boolean().describe("Whether the week has closed"),
    totals: weekTotals,
    items: z.array(teamBallot),
    has_more: z.boolean(),
  }),
  async run({ read, site, now, actor }, { week: asked, q, standing, ...page }) {
    const week = resolveWeek(asked, now);
    const isFinal = week < weekOf(now);
    const search = {
      reasons: reasonsOf(standing, isFinal),
      q,
      hasEmails: emailFor(actor, "") !== null,
      ...openWindowOf(page),
    };
    const { items, has_more } = openPageFrom(await teamBallots(read, site.id, week, search), page);
    return {
      week,
      is_final: isFinal,
      totals: toWeekTotals(await weekVotes(read, site.id, week)),
      items: items.map((row) => toListed(row, isFinal, actor)),
      has_more,
    };
  },
});

const isTemporary = (excluded: Exclusion | null) => temporaryExclusions.some((one) => one === excluded);

// In a closed week, every exclusion is final.
function reasonsOf(standing: BallotStanding, isFinal: boolean): readonly Exclusion[] | null {
  if (standing === "counted") return null;
  if (standing === "waiting") return isFinal ? [] : temporaryExclusions;
  return standing === "not_counted" || isFinal ? exclusions : exclusions.filter((one) => !isTemporary(one));
}

function toListed(row: TeamBallot, isFinal: boolean, actor: Actor): ListedBallot {
  const { id, slug, name, accountId, voter, email, castAt, excluded, note, accountCreatedAt } = row;
  const isYoung = !isFinal && excluded === "account_new" && accountCreatedAt !== null;
  return {
    ballot_id: id,
    slug,
    name,
    account_id: email === null ? null : accountId,
    voter,
    email: email && emailFor(actor, email),
    cast_at: castAt,
    excluded,
    note,
    is_waiting: !isFinal && isTemporary(excluded),
    counts_from: isYoung ? comesOfAge({ createdAt: accountCreatedAt }).toISOString() : null,
  };
}
