import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "puppeteer";
import { replaceSigningKey } from "#db/keys/signing-key.ts";
import { canonical, verify } from "#db/keys/verify.mjs";
import { publishBallots } from "#db/queries/votes/ballot-snapshots.ts";
import { startOfWeek } from "#db/values/week.ts";
import { hasChromium, startChromium } from "../browser/chromium.ts";
import { addVoters, voting } from "../support/records/voters.ts";
import { newAdmin, type TestAdmin } from "../support/server/admin.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

type Json = Record<string, any>;
type Files = Map<string, Uint8Array>;

const week = "2026-W47";
const [now, earlier] = [new Date("2026-11-25T12:00:00Z"), "2026-W46"];
const base = "https://directory.example";
const weekPath = `/launches/${week}/ballots.json`;
const earlierPath = `/launches/${earlier}/ballots.json`;
const manifestPath = "/data/main/manifest.json";

let admin: TestAdmin;
let server: TestServer;
let firstKey: string;
const site: Files = new Map();

/** A directory with two closed weeks, three dumps and a replaced key, downloaded to `site`. */
beforeAll(async () => {
  admin = newAdmin({ BASE_URL: base });
  await admin.run("seed", "demo");
  await admin.run("site", "update", "main", "--data-licence", "CC0-1.0");
  server = await startTestServer({ store: admin.openStore() });
  const { store } = server;
  const [{ id: siteId }] = [(await store.read.$client.prepare("SELECT * FROM sites WHERE host IS NULL").get()) as any];
  const people = await addVoters(store, 4);
  const polls = voting(store, { id: siteId, key: "main", settings: {} } as never, () => testNow);
  const launched = (await server.call("get_launch_week", { week })).body.items.slice(0, 3);
  for (const [i, { id }] of launched.entries()) for (const person of people.slice(i)) await polls.vote(person, id);
  firstKey = ((await (await fetch(`${server.url}/ranking/keys.json`)).json()) as Json).public_key;
  await store.write((tx) => publishBallots(tx, siteId, earlier));
  await admin.run("dump");
  replaceSigningKey({ path: admin.databasePath }, new Date("2026-11-20T00:00:00Z"));
  for (const day of [21, 24]) {
    admin.setNow(new Date(`2026-11-${day}T12:00:00Z`));
    expect((await admin.run("dump")).err).toBe("");
  }
  await store.write((tx) => publishBallots(tx, siteId, week));
  const keep = async (path: string) => {
    const response = await fetch(server.url + path);
    expect([path, response.status]).toEqual([path, 200]);
    site.set(path, new Uint8Array(await response.arrayBuffer()));
    return JSON.parse(new TextDecoder().decode(site.get(path)));
  };
  for (const path of ["/ranking/keys.json", `/api/v1/launches/weeks/${week}`]) await keep(path);
  for (let path = weekPath; path; ) {
    const { previous } = (await keep(path)).snapshot;
    path = previous && `/launches/${previous.week}/ballots.json`;
  }
  site.set("/robots.txt", await (await fetch(`${server.url}/robots.txt`)).bytes());
  let manifest = await keep(manifestPath);
  for (const { path } of manifest.files)
    site.set(`/data/main/${path}`, await (await fetch(`${server.url}/data/main/${path}`)).bytes());
  while (manifest.previous_sha256) manifest = await keep(`/data/main/manifests/${manifest.previous_sha256}.json`);
}, 120_000);
afterAll(() => server.stop());

const parsed = (files: Files, path: string): Json => JSON.parse(new TextDecoder().decode(files.get(path)!));
const store = (files: Files, path: string, value: unknown) =>
  files.set(path, new TextEncoder().encode(JSON.stringify(value)));
const edit = (path: string, change: (value: Json) => void) => (files: Files) => {
  const value = parsed(files, path);
  change(value);
  store(files, path, value);
};
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const run = (files: Files, options: { key?: string; after?: Uint8Array } = {}) =>
  verify(`${base}/launches/${week}`, { now, get: async (url) => files.get(new URL(url).pathname) ?? null, ...options });
const fileOf = (name: string) => [...site.keys()].find((path) => path.endsWith(name))!;
const firstManifest = () => [...site.keys()].filter((path) => path.includes("/manifests/")).at(-1)!;

/** A site whose operator signs everything again with a new key. */
function forge(files: Files, change: (ballots: Json) => void): Files {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const public_key = publicKey.export({ format: "jwk" }).x!;
  const signed = (value: Json) => ({
    algorithm: "Ed25519",
    public_key,
    value: sign(null, Buffer.from(canonical(value)), privateKey).toString("base64url"),
  });
  store(files, "/ranking/keys.json", { format: "slipway-keys/1", public_key, changes: [] });
  const old = parsed(files, earlierPath);
  change(old.snapshot);
  old.snapshot.previous = null;
  store(files, earlierPath, { snapshot: old.snapshot, signature: signed(old.snapshot) });
  const last = parsed(files, weekPath);
  last.snapshot.previous.sha256 = hashOf(files.get(earlierPath)!);
  store(files, weekPath, { snapshot: last.snapshot, signature: signed(last.snapshot) });
  const { signature: _, ...manifest } = parsed(files, manifestPath);
  store(files, manifestPath, {
    ...manifest,
    previous_sha256: null,
    signature: signed({ ...manifest, previous_sha256: null }),
  });
  return files;
}

test("untouched data: consistent; the key is confirmed by a known key or an earlier file", async () => {
  const plain = await run(site);
  expect([plain.faults, plain.isConfirmed]).toEqual([[], false]);
  expect(plain.checked.filter((one) => one.startsWith("week"))).toHaveLength(
    [...site.keys()].filter((path) => path.endsWith("/ballots.json")).length,
  );
  expect(plain.checked.filter((one) => one.startsWith("manifest"))).toHaveLength(3);
  expect(plain.checked.filter((one) => one.includes("records"))).toHaveLength(6);
  const current = parsed(site, "/ranking/keys.json").public_key;
  expect(current).not.toBe(firstKey);
  for (const key of [firstKey, current])
    expect(await run(site, { key })).toMatchObject({ faults: [], isConfirmed: true });
  for (const path of [earlierPath, weekPath, manifestPath, firstManifest()])
    expect(await run(site, { after: site.get(path)! })).toMatchObject({ faults: [], isConfirmed: true });
});

const ballot = { voter: "x", listing_id: 1, cast_at: "2026-11-18T12:00:00.000Z", excluded: null };
const flip = (path: () => string) => (files: Files) => {
  const bytes = files.get(path())!.slice();
  bytes[bytes.length >> 1]! ^= 1;
  files.set(path(), bytes);
};
const inWeek = (change: (snapshot: Json) => void) => edit(weekPath, ({ snapshot }) => change(snapshot));

const manipulations: [what: string, where: RegExp, change: (files: Files) => void][] = [
  ["a vote is added", /W47: the signature/, inWeek(({ ballots }) => ballots.push(ballot))],
  ["a vote is dropped", /W47: the signature/, inWeek(({ ballots }) => ballots.pop())],
  [
    "a vote gets another time",
    /W47: the signature/,
    inWeek(({ ballots }) => (ballots[0].cast_at = `${ballot.cast_at}1`)),
  ],
  [
    "a vote is for another listing",
    /votes \d+ published, \d+ counted/,
    inWeek(({ ballots }) => (ballots[0].listing_id = 9)),
  ],
  [
    "a counted vote is marked as excluded",
    /votes \d+ published, \d+ counted/,
    inWeek(({ ballots }) => (ballots[0].excluded = "team")),
  ],
  ["a voter votes twice", /more than one ballot/, inWeek(({ ballots }) => ballots.push(ballots[0]))],
  ["a row of the ranking is dropped", /does not list it/, inWeek(({ listings }) => listings.splice(0, 1))],
  [
    "two ranks are exchanged",
    /: rank 2 published, 1 counted/,
    inWeek(({ listings }) => ([listings[0].rank, listings[1].rank] = [2, 1])),
  ],
  [
    "votes without ballots are added",
    /W47: the signature/,
    inWeek(({ without_ballots, listings }) =>
      without_ballots.push({ listing_id: listings[0].listing_id, votes: 3, voted_at: ballot.cast_at }),
    ),
  ],
  ["the file is that of another week", /of the week 2026-W46/, (files) => files.set(weekPath, files.get(earlierPath)!)],
  [
    "the week before is changed",
    /W46: the file is not the one/,
    edit(earlierPath, ({ snapshot }) => (snapshot.site = "x")),
  ],
  ["the week before is missing", /W46: .* is missing/, (files) => files.delete(earlierPath)],
  [
    "the signature is that of another file",
    /W47: the signature/,
    edit(weekPath, (file) => (file.signature = parsed(site, earlierPath).signature)),
  ],
  [
    "the site shows another rank",
    /rank 7 shown, \d+ by the ballots/,
    edit(`/api/v1/launches/weeks/${week}`, ({ items }) => (items[0].rank = 7)),
  ],
  [
    "the list of keys has another key",
    /keys: the list of keys|was not signed with a key/,
    edit("/ranking/keys.json", (list) => (list.public_key = firstKey)),
  ],
  [
    "the change of the key is dropped",
    /was not signed with a key/,
    edit("/ranking/keys.json", (list) => (list.changes = [])),
  ],
  [
    "one byte of a data file is changed",
    /listings.ndjson.gz: the file differs/,
    flip(() => fileOf("listings.ndjson.gz")),
  ],
  [
    "a data file is missing",
    /posts.ndjson.gz: the file is missing/,
    (files) => files.delete(fileOf("posts.ndjson.gz")),
  ],
  [
    "the licence in the manifest is changed",
    /manifest: the signature/,
    edit(manifestPath, (manifest) => (manifest.licence = "none")),
  ],
  [
    "an older manifest takes the place of the present one",
    /is missing|manifest/,
    (files) => {
      const first = files.get(firstManifest())!;
      for (const path of [...files.keys()]) if (path.includes("/manifests/")) files.set(path, first);
    },
  ],
  [
    "an earlier manifest is changed",
    /manifest before .*its SHA-256 differs/,
    (files) => edit(firstManifest(), (manifest) => (manifest.seq = 1))(files),
  ],
  ["an earlier manifest is missing", /manifest before .* is missing/, (files) => files.delete(firstManifest())],
];

test.each(manipulations)("found: %s", async (_what, where, change) => {
  const files = new Map(site);
  change(files);
  const { faults } = await run(files);
  expect(faults.join("\n")).toMatch(where);
});

test.skipIf(!Bun.which("node"))(
  "Node finds the same",
  async () => {
    const sites = manipulations.map(([, , change]) => {
      const files = new Map(site);
      change(files);
      return Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString("base64")]));
    });
    const script = `
    import { verify } from "${join(import.meta.dir, "../../db/keys/verify.mjs")}";
    const chunks = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    const found = [];
    for (const files of JSON.parse(Buffer.concat(chunks))) {
      const get = async (url) => {
        const text = files[new URL(url).pathname];
        return text === undefined ? null : new Uint8Array(Buffer.from(text, "base64"));
      };
      const { faults } = await verify("${base}/launches/${week}", { now: new Date("${now.toISOString()}"), get });
      found.push(faults.join(" "));
    }
    console.log(JSON.stringify(found));`;
    const stdin = new Blob([JSON.stringify(sites)]);
    const child = Bun.spawn(["node", "--input-type=module", "-e", script], { stdin, stdout: "pipe" });
    const found = JSON.parse(await child.stdout.text()) as string[];
    expect(found).toHaveLength(manipulations.length);
    for (const [i, [what, where]] of manipulations.entries())
      expect([what, found[i]]).toEqual([what, expect.stringMatching(where)]);
  },
  60_000,
);

test("everything signed again with a new key: found with a known key or an earlier file only", async () => {
  const forged = forge(new Map(site), (snapshot) => {
    snapshot.site = "forged";
  });
  expect(await run(forged)).toMatchObject({ faults: [], isConfirmed: false });
  expect((await run(forged, { key: firstKey })).faults.join()).toContain("does not confirm the present key");
  for (const path of [earlierPath, manifestPath])
    expect((await run(forged, { after: site.get(path)! })).faults.join()).toContain("the chain does not contain it");
});

test("the same operator changes the past with the true key: found with an earlier file", async () => {
  const { signature, ...manifest } = parsed(site, manifestPath);
  const kept = { ...manifest, seq: manifest.seq - 1, signature };
  const after = new TextEncoder().encode(JSON.stringify(kept));
  expect((await run(site, { after })).faults).toEqual([
    "the file kept earlier: its signature does not match",
    "the file kept earlier: the chain does not contain it, so the past was changed",
  ]);
});

test("/verify.mjs runs with Node and Bun against the server", async () => {
  const program = await fetch(`${server.url}/verify.mjs`);
  expect(program.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  const path = join(admin.dataDir, "verify.mjs");
  const text = await program.text();
  writeFileSync(path, text);
  // The documentation names the hash of this release.
  expect(await Bun.file(join(import.meta.dir, "../../docs/data.md")).text()).toContain(hashOf(Buffer.from(text)));
  const runs: [args: string[], exitCode: number, output: string][] = [
    [[`${server.url}/launches/${week}`], 0, "Consistent, but the key is not confirmed."],
    [[`${server.url}/launches/${week}`, "--key", firstKey], 0, "Consistent, and the key is confirmed."],
    [[`${server.url}/launches/${week}`, "--key", "x"], 1, "FAULT: keys: the key x"],
    [[], 2, "Use: verify <URL>"],
  ];
  for (const program of ["node", process.execPath].filter((name) => Bun.which(name)))
    for (const [args, exitCode, expected] of runs) {
      const child = Bun.spawn([program, path, ...args], { stdout: "pipe", stderr: "pipe" });
      const output = (await child.stdout.text()) + (await child.stderr.text());
      expect([program, args, output, await child.exited]).toEqual([
        program,
        args,
        expect.stringContaining(expected),
        exitCode,
      ]);
    }
}, 60_000);

describe.skipIf(!hasChromium)("Count it yourself in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  test("counts a closed week, and finds each manipulation of it", async () => {
    const clock = await startTestServer({ store: admin.openStore(), now: () => now });
    const page = await browser.newPage();
    let ballots: Uint8Array | null = null;
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      if (ballots && request.url().endsWith("/ballots.json"))
        return request.respond({ body: Buffer.from(ballots), contentType: "application/json" });
      return request.continue();
    });
    const count = async () => {
      await page.goto(`${clock.url}/launches/${week}`);
      await page.click("[data-recount]");
      await page.waitForFunction(
        "/^(?!Counting).+/.test(document.querySelector('[data-recount]').closest('section').querySelector('[role=status]').textContent)",
      );
      return page.$eval("section:has([data-recount]) [role=status]", (status) => status.textContent);
    };
    expect(await count()).toMatch(/^Equal: your browser checked the signature and counted \d+ ballots/);
    for (const [what, , change] of manipulations.slice(0, 9)) {
      const files = new Map(site);
      change(files);
      ballots = files.get(weekPath)!;
      expect([what, await count()]).toEqual([what, expect.stringMatching(/^Not equal: /)]);
    }
    await clock.stop();
  }, 90_000);
});

test("without a script: the page of a closed week shows the command", async () => {
  const clock = await startTestServer({ store: admin.openStore(), now: () => startOfWeek("2026-W49")! });
  const text = await (await fetch(`${clock.url}/launches/${week}`)).text();
  expect(text).toContain(`node verify.mjs ${clock.url}/launches/${week}`);
  expect(text).toMatch(/<button[^>]* hidden>Count the ballots/);
  expect(await (await fetch(`${clock.url}/launches/2026-W48`)).text()).not.toContain("Count it yourself");
  await clock.stop();
});
