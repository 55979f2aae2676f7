import {
  type BallotSnapshot,
  recountSnapshot,
  type SignedSnapshot,
  signedSnapshot,
} from "../../keys/ballot-snapshot.ts";
import { confirmedKeys } from "../../keys/key-list.ts";
import { isSigned } from "../../keys/signature.ts";
import { keyListOf } from "../../keys/signing-key.ts";
import type { Db } from "../../store/store.ts";
import { totalsOf, type WeekVotes, weekVotes } from "../boards/week-votes.ts";
import { ballotDocument, shownStandings } from "../votes/ballot-snapshots.ts";
import { allSites } from "./sites.ts";

export function readSnapshot(text: string): SignedSnapshot | null {
  try {
    return signedSnapshot.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns one sentence for each fault in ballots that this directory is said to have published. */
export async function snapshotFaults(db: Db, document: SignedSnapshot): Promise<string[]> {
  const { snapshot, signature } = document;
  const faults: string[] = [];
  if (!isSigned(snapshot, signature))
    faults.push("the signature does not match: the ballots were changed after they were signed");
  const list = keyListOf(db);
  const replacedAt = confirmedKeys(list, list.public_key).get(signature.public_key);
  if (replacedAt === undefined)
    faults.push(
      "the file was not signed with this directory's key or with a former key that the list of keys confirms",
    );
  else if (replacedAt !== null && replacedAt < snapshot.ends_at)
    faults.push(`the file was signed with a key that was replaced at ${replacedAt}, before the week ended`);
  return [...faults, ...recountSnapshot(snapshot), ...(await differencesFromShown(db, document))];
}

async function differencesFromShown(db: Db, { snapshot, signature }: SignedSnapshot): Promise<string[]> {
  const { week, listings } = snapshot;
  const site = (await allSites(db)).find(({ key }) => key === snapshot.site);
  const own = site && (await ballotDocument(db, site.id, week));
  if (!own) return [`this directory has published no ballots for ${week} on a site "${snapshot.site}"`];
  const faults: string[] = [];
  if (readSnapshot(own.document)?.signature.value !== signature.value)
    faults.push(`the file differs from the ballots that this directory published for ${week}`);
  faults.push(...(await differencesInAll(db, site.id, snapshot)));
  const published = new Map(listings.map((listing) => [listing.listing_id, listing]));
  for (const { id, votes, launchRank } of await shownStandings(db, [...published.keys()], week)) {
    const { slug, votes: counted, launch_rank, is_live } = published.get(id)!;
    if (votes !== counted) faults.push(`${slug}: ${votes} votes shown, but ${counted} in the ballots`);
    if (is_live && launchRank !== launch_rank)
      faults.push(`${slug}: launch rank ${launchRank ?? "none"} shown, but ${launch_rank ?? "none"} by the ballots`);
  }
  return faults;
}

/**
 * Compares the week's totals on public pages with those in the ballots. Votes for deleted listings are left out,
 * because public pages do not show them.
 */
async function differencesInAll(db: Db, siteId: number, snapshot: BallotSnapshot): Promise<string[]> {
  const { week, ballots, without_ballots } = snapshot;
  const voted = [...new Set([...ballots, ...without_ballots].map(({ listing_id }) => listing_id))];
  const known = new Set((await shownStandings(db, voted, week)).map(({ id }) => id));
  const isKnown = ({ listing_id }: { listing_id: number }) => known.has(listing_id);
  const published = totalsText(
    votesIn({ ballots: ballots.filter(isKnown), without_ballots: without_ballots.filter(isKnown) }),
  );
  const shown = totalsText(await weekVotes(db, siteId, week));
  return shown === published ? [] : [`the week's votes shown: ${shown}; in the ballots: ${published}`];
}

export function votesIn({ ballots, without_ballots }: Pick<BallotSnapshot, "ballots" | "without_ballots">): WeekVotes {
  const rows = ballots.map(({ excluded }) => ({ reason: excluded, count: 1 }));
  return totalsOf(
    rows,
    without_ballots.reduce((sum, { votes }) => sum + votes, 0),
  );
}

/** Summarises a week's votes, for example `10 cast, 7 counted, 3 not (account_new 1, team 2)`. */
export function totalsText({ cast, counted, excluded, withoutBallots }: WeekVotes): string {
  const reasons = excluded.map(({ reason, count }) => `${reason} ${count}`).join(", ");
  return [
    `${cast} cast`,
    `${counted} counted${withoutBallots > 0 ? ` (${withoutBallots} of them without ballots)` : ""}`,
    `${cast - counted} not${reasons && ` (${reasons})`}`,
  ].join(", ");
}
