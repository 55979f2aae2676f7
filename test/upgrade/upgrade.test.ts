import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { invitesOfDraft } from "#db/queries/accounts/invites.ts";
import { checkDatabase, indexMissing } from "#db/queries/sites/check.ts";
import { openStore } from "#db/store/file-store.ts";
import { temporary } from "../support/server/temporary.ts";
import { migrationNames, readStates } from "./archive.ts";

const states = await readStates();

/** Counts listings, orders and votes in the tables that the database has. */
function countsOf(database: Database): Record<string, number> {
  const sums = {
    listings: "SELECT count(*) AS n FROM listings",
    votes: "SELECT sum(votes) AS n FROM listings",
    counted: "SELECT sum(votes) AS n FROM vote_counts",
    orders: "SELECT count(*) AS n FROM orders",
    ballots: "SELECT count(*) AS n FROM ballots",
  };
  const tables = new Set(
    database
      .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => name),
  );
  const known = Object.entries(sums).filter(([, sql]) => tables.has(/FROM (\w+)/.exec(sql)![1]!));
  return Object.fromEntries(known.map(([what, sql]) => [what, database.query<{ n: number }, []>(sql).get()!.n]));
}

test("the archive: has the state after every migration (bun test/upgrade/make-archive.ts adds it)", async () => {
  expect([...states.keys()].sort()).toEqual(await migrationNames());
});

test.each([...states.keys()])("a database after %s: upgraded without loss", async (name) => {
  const path = join(temporary, `upgrade-${name}.db`);
  await Bun.write(path, states.get(name)!);
  const old = new Database(path, { readonly: true });
  const before = countsOf(old);
  old.close();
  for (const count of Object.values(before)) expect(count).toBeGreaterThan(0);

  const store = openStore(path);
  // A server's start fills the search index, which some migrations empty.
  await indexMissing(store);
  expect(await checkDatabase(store.read)).toEqual([]);
  expect(countsOf(store.read.$client)).toMatchObject(before);
  await store.close();
});

test("an invitation to a draft: keeps its sender, and the listing that the draft became", async () => {
  const path = join(temporary, "upgrade-invites.db");
  await Bun.write(path, states.get("0044_phrases")!);
  const store = openStore(path);
  const [unsubmitted, submitted] = [await invitesOfDraft(store.read, 1), await invitesOfDraft(store.read, 2)];
  expect(unsubmitted).toMatchObject([{ id: 1, listingId: null, invitedBy: 1 }]);
  expect(submitted).toMatchObject([{ id: 2, listingId: 3, invitedBy: 2 }]);
  await store.close();
});
