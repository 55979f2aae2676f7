import { afterAll, beforeAll, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { publicKeyOf, replaceSigningKey, signatureOf } from "#db/keys/signing-key.ts";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { snapshotFaults } from "#db/queries/sites/check-snapshot.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { openStore } from "#db/store/file-store.ts";
import type { Db, Store } from "#db/store/store.ts";
import { startOfWeek } from "#db/values/week.ts";
import deleteOwnAccount from "#tools/account/delete-own-account.ts";
import { personCaller } from "../support/clients/person-caller.ts";
import { addListing, addSite, addVotes } from "../support/records/records.ts";
import { addVoters, voting } from "../support/records/voters.ts";
import { newAdmin } from "../support/server/admin.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { scheduled } from "../support/server/scheduled.ts";

const week = "2026-W47";
const path = `/launches/${week}/ballots.json`;
let admin: ReturnType<typeof newAdmin>;
let store: Store;
let server: TestServer;
let clock = testNow;
let published: any;

const load = async () => (await fetch(server.url + path)).json();
const recount = (target: string) => admin.run("week", "recount", target);
const saved = async (document: unknown) => {
  const file = join(admin.dataDir, `${crypto.randomUUID()}.json`);
  await Bun.write(file, JSON.stringify(document));
  return file;
};

// A week of votes, ties, exclusions, an unlaunched listing and votes without ballots, closed by the clock.
beforeAll(async () => {
  admin = newAdmin();
  store = openStore(admin.databasePath);
  const listings = await store.write(async (tx) => {
    const id = await addSite(tx);
    const launched = { launchWeek: week };
    const ids = [];
    for (const slug of ["apple", "pear", "plum"]) ids.push(await addListing(tx, id, slug, launched));
    const old = await addListing(tx, id, "quince", { launchWeek: "2026-W40" });
    await addVotes(tx, id, old, week, 2, "2026-11-16T08:00:00.000Z");
    return [...ids, old];
  });
  const [site] = await allSites(store.read);
  const polls = voting(store, site!, () => clock);
  const voters = await addVoters(store, 5);
  const [late] = await addVoters(store, 1, { name: "late", createdAt: new Date("2026-11-22T20:00:00.000Z") });
  for (const [i, voter] of voters.entries())
    for (const [j, listing] of listings.entries()) {
      clock = new Date(clock.getTime() + 1000);
      if ((i + j) % 3 !== 0) await polls.vote(voter, listing);
    }
  clock = new Date("2026-11-22T21:00:00.000Z");
  await polls.vote(late!, listings[2]!);
  const rollover = scheduled("week-rollover");
  server = await startTestServer({ store, now: () => clock, periodic: rollover });
  expect((await fetch(server.url + path)).status).toBe(404);
  clock = startOfWeek("2026-W48")!;
  await server.drainJobs();
  published = await load();
});
afterAll(() => server.stop());

test("the ballots of a closed week are published without voters, with the ranks of get_leaderboard", async () => {
  const { snapshot } = published;
  expect(snapshot).toMatchObject({ site: "main", week, without_ballots: [{ votes: 2 }] });
  expect(snapshot.ballots.filter(({ excluded }: any) => excluded !== null)).toMatchObject([
    { excluded: "account_new", cast_at: "2026-11-22T21:00:00.000Z" },
  ]);
  expect(JSON.stringify(published)).not.toMatch(/example\.test|account_id/);
  const { body } = await server.call("get_leaderboard", { board: "community-weekly", period: week });
  const places = (rows: any[]) => rows.map(({ rank, score, slug }) => ({ rank, score, slug }));
  expect(places(snapshot.listings.map((one: any) => ({ ...one, score: one.votes })))).toEqual(
    places(body.items.map((one: any) => ({ ...one, slug: one.listing.slug }))),
  );
});

test("the recount of a closed week gives equal results from the directory and from the downloaded file", async () => {
  for (const target of [week, await saved(published)]) {
    const { exitCode, out } = await recount(target);
    expect([exitCode, out]).toEqual([0, expect.stringContaining("Equal: ")]);
  }
});

test("cast, counted and excluded votes add up on the page of the week and in the recount", async () => {
  const { snapshot } = published;
  const excluded = snapshot.ballots.filter((ballot: any) => ballot.excluded !== null).length;
  const cast = snapshot.ballots.length + 2;
  expect((await server.call("get_launch_week", { week })).body.votes).toEqual({
    cast,
    counted: cast - excluded,
    excluded: [{ reason: "account_new", count: excluded }],
    without_ballots: 2,
  });
  const shown = (await (await fetch(`${server.url}/launches/${week}`)).text()).replace(/<\/dt><dd>/g, " ");
  for (const [label, count] of [
    ["Cast", cast],
    ["Not counted: account younger than a day", excluded],
    ["Counted", cast - excluded],
    ["Counted without ballots", 2],
  ])
    expect(shown).toContain(`<dt>${label} ${count}<`);
  expect((await recount(week)).out).toContain(
    `${cast} cast, ${cast - excluded} counted (2 of them without ballots), ${excluded} not (account_new ${excluded})`,
  );
});

test("the recount reports totals on pages that differ from the ballots", async () => {
  const change = (to: string | null, from: string | null) =>
    store.write(async (tx) => {
      tx.$client.run("UPDATE ballots SET excluded = ?1 WHERE excluded IS ?2 AND week = ?3", [to, from, week]);
    });
  await change("account_suspended", "account_new");
  const { exitCode, out } = await recount(week);
  expect([exitCode, out]).toEqual([1, expect.stringContaining("the week's votes shown: ")]);
  await change("account_new", "account_suspended");
});

test("the recount stays equal after a voter's account is deleted", async () => {
  const { id } = (await accountByEmail(store.read, "voter-1@example.test"))!;
  await personCaller(server, id)(deleteOwnAccount, {});
  const { exitCode, out } = await recount(week);
  expect([exitCode, out]).toEqual([0, expect.stringContaining("Equal: ")]);
  expect(await load()).toEqual(published);
});

const without = (change: (document: any) => void) => {
  const forged = structuredClone(published);
  change(forged);
  return saved(forged);
};
const foreignKey = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x!;

test.each([
  ["a ballot left out", (d: any) => d.snapshot.ballots.shift(), ["signature does not match", "votes"]],
  ["a ballot twice", (d: any) => d.snapshot.ballots.push(d.snapshot.ballots[0]), ["more than one ballot"]],
  [
    "a ballot of another week",
    (d: any) => {
      d.snapshot.ballots[0].cast_at = "2026-11-01T00:00:00.000Z";
    },
    ["not cast in the week"],
  ],
  [
    "an exclusion",
    (d: any) => {
      d.snapshot.ballots[0].excluded = "team";
    },
    ["signature does not match", "published,"],
  ],
  [
    "places changed",
    (d: any) =>
      d.snapshot.listings.forEach((one: any, i: number, all: any[]) => {
        one.rank = all.length - i;
      }),
    ["rank"],
  ],
  [
    "another week's name",
    (d: any) => {
      d.snapshot.week = "2026-W46";
    },
    ["signature does not match", "has published no ballots for 2026-W46"],
  ],
  [
    "another key",
    (d: any) => {
      d.signature.public_key = foreignKey;
    },
    ["signature does not match", "this directory's key"],
  ],
  [
    "no key at all",
    (d: any) => {
      d.signature.public_key = "x";
    },
    ["signature does not match"],
  ],
] as const)("a forged file is noticed: %s", async (_what, change, said) => {
  const { exitCode, out } = await recount(await without(change));
  expect(exitCode).toBe(1);
  for (const words of said) expect(out).toContain(words);
});

test("the team excludes and includes a vote of the current week, and the voter reads the reason; 409 for a closed week", async () => {
  const [site] = await allSites(store.read);
  const [voter] = await addVoters(store, 1, { name: "judged" });
  const polls = voting(store, site!, () => clock);
  await polls.vote(voter!, 1);
  admin.setNow(clock);
  const votes = async () => (await server.call("get_listing", { slug: "apple" })).body;
  const { votes: all, votes_cast } = await votes();
  const email = "judged-0@example.test";
  const excluded = await admin.run("vote", "exclude", "apple", email, "--reason", "It was bought.");
  expect([excluded.exitCode, excluded.err]).toEqual([0, ""]);
  const without = {
    votes: all - 1,
    votes_cast,
    votes_excluded: expect.arrayContaining([{ reason: "team", count: 1 }]),
  };
  expect(await votes()).toMatchObject(without);
  const { vote } = await polls.vote(voter!, 1);
  expect(vote).toMatchObject({ counts: false, why: "The team excluded the vote: It was bought." });
  await expect(polls.takeBack(voter!, 1)).rejects.toThrow("stays on record");
  expect((await admin.run("vote", "include", "apple", email, "--reason", "It was not.")).out).toContain(
    "Included the vote",
  );
  expect(await votes()).toMatchObject({ votes: all, votes_cast });
  const final = await admin.run("vote", "exclude", "pear", "voter-0@example.test", "--reason", "It was bought.");
  expect([final.exitCode, final.err]).toEqual([1, expect.stringContaining("2026-W47 has closed")]);
});

test("a reformatted ballot file still verifies, and other files are refused", async () => {
  const { snapshot, signature } = published;
  const turned = { signature, snapshot: Object.fromEntries(Object.entries(snapshot).reverse()) };
  expect((await recount(await saved(turned))).exitCode).toBe(0);
  for (const target of [await saved({}), "no-such-file.json", "2026-W46"])
    expect((await recount(target)).exitCode).toBe(1);
});

test("the recount reports ranks that differ from the ballots", async () => {
  await store.write(async (tx) => {
    tx.$client.run("UPDATE vote_counts SET votes = votes + 10 WHERE period = ?1 AND listing_id = 1", [week]);
  });
  const { exitCode, out } = await recount(week);
  expect([exitCode, out]).toEqual([1, expect.stringMatching(/^apple: \d+ votes shown, but \d+ in the ballots$/m)]);
  await store.write(async (tx) => {
    tx.$client.run("UPDATE vote_counts SET votes = votes - 10 WHERE period = ?1 AND listing_id = 1", [week]);
  });
});

test("the key file is readable only by its owner, and the ranking page shows the public key", async () => {
  const mode = statSync(`${admin.databasePath}.signing.pem`).mode & 0o777;
  const page = await (await fetch(`${server.url}/ranking`)).text();
  expect(mode).toBe(0o600);
  expect(page).toContain(published.signature.public_key);
  expect(page).toContain(`href="${path}"`);
});

test("after a rotation: closed weeks stay equal, the list names both keys, and other keys are noticed", async () => {
  const former = published.signature.public_key;
  const list = async (): Promise<any> => (await fetch(`${server.url}/ranking/keys.json`)).json();
  expect(await list()).toMatchObject({ public_key: former, changes: [] });
  replaceSigningKey(store.read, clock);
  expect((await recount(week)).exitCode).toBe(0);
  const { public_key, changes } = await list();
  expect(changes).toMatchObject([{ change: { from: former, to: public_key } }]);
  // A server that was running takes the new key.
  expect(await (await fetch(`${server.url}/ranking`)).text()).toContain(public_key);

  const resigned = async (signature: unknown) => {
    const document = JSON.stringify({ snapshot: published.snapshot, signature });
    await store.write(async (tx) => {
      tx.$client.run("UPDATE ballot_snapshots SET document = ?1 WHERE week = ?2", [document, week]);
    });
    return recount(week);
  };
  const stranger = { path: join(admin.dataDir, "stranger.db") };
  expect(await resigned(signatureOf(stranger, published.snapshot))).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining("was not signed with this directory's key"),
  });
  await resigned(published.signature);
});

test("a week that ended after its key was replaced is noticed", async () => {
  const late = { path: join(admin.dataDir, "late.db") };
  publicKeyOf(late);
  const signature = signatureOf(late, published.snapshot);
  replaceSigningKey(late, new Date(startOfWeek("2026-W48")!.getTime() - 1));
  const faults = await snapshotFaults({ ...store.read, path: late.path } as Db, {
    snapshot: published.snapshot,
    signature,
  });
  expect(faults).toContainEqual(expect.stringContaining("before the week ended"));
});
