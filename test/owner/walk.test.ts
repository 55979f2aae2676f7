import { expect, test } from "bun:test";
import sharp from "sharp";
import { between, randomFrom } from "../bench/random.ts";
import type { Visitor } from "../support/clients/visitor.ts";
import { completeFields } from "../support/records/draft.ts";
import { addVotes } from "../support/records/records.ts";
import { isNightly } from "../support/server/nightly.ts";
import { startWalk, type Walk } from "./walk-world.ts";

/** A product from its address to the weeks after its launch, by its owner's hand and an assistant's. */

const seed = 20_261_122;
const profile = {
  name: "Ada Quill",
  bio: "Builds small tools for small companies, and has done so for years.",
  website: "https://ada.example/",
};
const photo = await sharp({ create: { width: 200, height: 200, channels: 3, background: "teal" } })
  .png()
  .toBuffer();

/** What the owner and their assistant remember from step to step. */
class Owner {
  draftId = 0;
  listingId = 0;
  slug = "";
  private calls = 0;

  constructor(
    readonly walk: Walk,
    readonly key: string,
    readonly browser: Visitor,
    readonly follower: Visitor,
  ) {}

  /** A call that is sent again, with its key, until it is answered. */
  async call(method: string, path: string, body?: object): Promise<any> {
    const headers = {
      authorization: `Bearer ${this.key}`,
      "content-type": "application/json",
      ...(method !== "GET" && { "idempotency-key": `call-${++this.calls}` }),
    };
    for (;;) {
      const answer = await this.walk.ask(`/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
      // The first try may still be under way in what a kill left, and a starting server asks for patience.
      if (answer.status === 503) await Bun.sleep(50);
      else {
        const text = await answer.text();
        expect([method, path, answer.status < 300, text]).toEqual([method, path, true, expect.any(String)]);
        return JSON.parse(text);
      }
    }
  }

  listing = () => this.call("GET", `/me/listings/${this.listingId}`);

  lacksBadge = async () =>
    (await this.listing()).blockers.some(({ reason }: { reason: string }) =>
      reason.startsWith("We have not found the badge"),
    );
}

const steps: [string, (owner: Owner) => Promise<void>][] = [
  [
    "gives the address",
    async (owner) => {
      owner.draftId = (await owner.call("POST", "/drafts", { url: owner.walk.website.url })).id;
    },
  ],
  [
    "corrects the draft",
    async (owner) => {
      const { socials, faqs, ...fields } = completeFields;
      await owner.walk.settle();
      await owner.call("PATCH", `/drafts/${owner.draftId}`, { fields });
    },
  ],
  [
    "submits it",
    async (owner) => {
      const { listing_id, slug } = await owner.call("POST", `/drafts/${owner.draftId}/submit`);
      Object.assign(owner, { listingId: listing_id, slug });
    },
  ],
  [
    "chooses the free plan",
    async (owner) => {
      await owner.call("POST", `/me/listings/${owner.listingId}/free`, {});
      await owner.walk.settle();
      const { status, launch_week } = await owner.listing();
      expect([status, launch_week]).toEqual(["awaiting_badge", "2026-W50"]);
      expect(await owner.lacksBadge()).toBeTrue();
    },
  ],
  [
    "puts the badge on the website",
    async (owner) => {
      owner.walk.setBadge(true, owner.slug);
      await owner.walk.passDays(1);
      expect([(await owner.listing()).status, await owner.lacksBadge()]).toEqual(["awaiting_badge", false]);
    },
  ],
  [
    "reaches its week without a profile, and keeps it",
    async (owner) => {
      await owner.walk.goToWeek("2026-W50");
      const { status, launch_week } = await owner.listing();
      expect([status, launch_week]).toEqual(["awaiting_badge", "2026-W50"]);
    },
  ],
  [
    "completes the profile, and is live at once",
    async (owner) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(profile)) form.set(name, value);
      form.set("photo", new File([new Uint8Array(photo)], "ada.png", { type: "image/png" }));
      await untilDone(() => owner.browser.post("/account/profile", form));
      // Time stands still until the job that the profile asked for is done.
      await owner.walk.settle();
      const { status, launch_week } = await owner.listing();
      expect([status, launch_week]).toEqual(["live", "2026-W50"]);
      await owner.walk.store.write((tx) => addVotes(tx, 1, owner.listingId, "2026-W50", 500));
    },
  ],
  [
    "finds a follower, and tells what is new",
    async (owner) => {
      const follow = { do: "follow", listing_id: String(owner.listingId) };
      await untilDone(() => owner.follower.post(`/listings/${owner.slug}/follow`, follow));
      await owner.call("POST", `/me/listings/${owner.listingId}/updates`, { title: "Tides", body: "Now with tides." });
      await owner.walk.passDays(1);
      expect(subjectsOf(owner.walk).filter((subject) => subject?.startsWith("News from"))).toEqual([
        "News from Harbour Ledger (Slipway)",
      ]);
    },
  ],
  [
    "wins its week",
    async (owner) => {
      await owner.walk.goToWeek("2026-W51");
      const awards = await (await owner.walk.ask("/api/v1/awards?per_page=100", {})).json();
      const own = (awards as any).items.filter(({ listing }: any) => listing.slug === owner.slug);
      expect(own.map(({ week, rank }: any) => [week, rank])).toEqual([["2026-W50", 1]]);
    },
  ],
  [
    "loses the badge, and is warned",
    async (owner) => {
      owner.walk.setBadge(false);
      for (let looks = 0; looks < 3; looks++) await owner.walk.passDays(8);
      expect((await owner.listing()).status).toBe("live");
      expect(subjectsOf(owner.walk)).toContain("The badge of Harbour Ledger is missing (Slipway)");
    },
  ],
  [
    "is out of sight after its time of grace",
    async (owner) => {
      await owner.walk.passDays(15);
      expect((await owner.listing()).status).toBe("awaiting_badge");
    },
  ],
  [
    "is back with the badge, in the week of its launch",
    async (owner) => {
      owner.walk.setBadge(true);
      await owner.walk.passDays(1);
      const { status, launch_week } = await owner.listing();
      expect([status, launch_week]).toEqual(["live", "2026-W50"]);
    },
  ],
];

const subjectsOf = ({ mails }: Walk) => [...mails.values()].map(({ subject }) => subject);

/** A page's form that is sent again until it was taken. */
async function untilDone(send: () => Promise<{ status: number }>): Promise<void> {
  for (;;) {
    const status = await send().then(
      (visit) => visit.status,
      () => 0,
    );
    if (status === 303) return;
    await Bun.sleep(50);
  }
}

async function signUp(walk: Walk, name: string): Promise<Visitor> {
  const browser = walk.person();
  const email = `${name}@example.test`;
  await browser.post("/sign-up", { name, email });
  await walk.settle();
  const mail = [...walk.mails.values()].find(({ to }) => to![0]!.address === email);
  const token = new URL(/https?:\/\/\S+\/link\?token=\S+/.exec(mail!.text!)![0]).searchParams.get("token")!;
  await browser.post("/link", { token });
  return browser;
}

async function ownerOn(walk: Walk): Promise<Owner> {
  const browser = await signUp(walk, "ada");
  // The free listing of an account that is younger than a day would wait for its week.
  await walk.store.write(async (tx) => tx.$client.run("UPDATE accounts SET created_at = '2026-11-01T00:00:00.000Z'"));
  const made = await browser.post("/account/keys", {
    name: "Assistant",
    scope: ["account:read", "listings:write"],
    expiry: "never",
    kind: "live",
  });
  const shown = await browser.get(made.location!);
  return new Owner(walk, /lk_[\w-]+/.exec(shown.html)![0], browser, await signUp(walk, "bo"));
}

/** Walks it all, killed between the steps and at night within them too, and says how the directory stands in the end, without the times of day. */
async function walked(isKilled: boolean) {
  const walk = await startWalk();
  const random = randomFrom(seed);
  try {
    const owner = await ownerOn(walk);
    for (const [, step] of steps) {
      const ended = step(owner);
      if (isKilled && isNightly) {
        await Bun.sleep(between(random, 0, 60));
        await walk.kill();
      }
      await ended;
      await walk.settle();
      if (isKilled) await walk.kill();
    }
    return finalState(walk, owner);
  } finally {
    await walk.stop();
  }
}

function finalState(walk: Walk, { listingId }: Owner) {
  const rows = (sql: string) => walk.store.read.$client.query<Record<string, unknown>, []>(sql).all();
  return {
    listing: rows(
      `SELECT slug, status, plan, launch_week, version, date(launched_at) AS launched FROM listings WHERE id = ${listingId}`,
    ),
    badge: rows(`SELECT is_found, misses, warned_at FROM badge_checks WHERE listing_id = ${listingId}`),
    changes: rows(
      `SELECT action, via FROM changes JOIN change_subjects s ON s.change_id = changes.id WHERE s.subject = 'listing:${listingId}' ORDER BY changes.id`,
    ),
    mails: [...walk.mails.values()].map(({ to, subject }) => `${to![0]!.address}: ${subject}`).sort(),
    unfinished: rows("SELECT kind, state, last_error FROM jobs WHERE state <> 'done'"),
  };
}

test("from URL to launch with a kill between all steps, nightly also within them", async () => {
  const untouched = await walked(false);
  expect(untouched.unfinished).toEqual([]);
  expect(await walked(true)).toEqual(untouched);
}, 240_000);
