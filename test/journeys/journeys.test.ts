import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ClaimTown, startClaimTown } from "../support/records/claims.ts";
import { demoStore } from "../support/server/harness.ts";
import { isNightly } from "../support/server/nightly.ts";
import { type Reads, readings, type Tally, tokensOf, walk } from "./agent.ts";
import { ableToAll, clients, eras } from "./clients.ts";
import { type Journey, journeys } from "./journeys.ts";
import { personFor } from "./person.ts";

const able = "one able to all";

interface Walked {
  era: (typeof eras)[number];
  client: string;
  reads: Reads;
}

let town: ClaimTown;
beforeAll(async () => {
  const store = await demoStore();
  // Every walk may launch a product in the same week.
  const manyPlaces = '{"freeQueue":{"paidPlacesPerWeek":1000}}';
  await store.write(async (tx) => tx.$client.run(`UPDATE sites SET settings = json_patch(settings, '${manyPlaces}')`));
  town = await startClaimTown({ store });
});
afterAll(() => town.stop());

const walked = eras.flatMap((era) => [
  ...Object.keys(clients).flatMap((client) => readings.map((reads): Walked => ({ era, client, reads }))),
  ...(era === "2026-07-28" ? [{ era, client: able, reads: "both" } as const] : []),
]);

/** The journeys of the `nth` client: all in nightly runs, otherwise a share. */
const journeysOf = (nth: number) => journeys.filter((_, i) => isNightly || i % walked.length === nth);

async function tallyOf(journey: Journey, { era, client, reads }: Walked): Promise<Tally> {
  const { bearer, start, deeds } = await personFor(town, journey);
  const recorded = client === able ? ableToAll : clients[client]!;
  const fixture = { url: town.server.url, era, client: recorded, bearer, reads, deeds, work: town.server.drainJobs };
  return walk(journey, fixture, start);
}

// First, because later walks find more listings and longer ids.
describe("budgets: the text of all responses", () => {
  const rows: object[] = [];
  for (const journey of journeys)
    test(journey.name, async () => {
      const { calls, tokens } = await tallyOf(journey, { era: "2026-07-28", client: "Claude Code", reads: "text" });
      rows.push({
        journey: journey.name,
        calls,
        "at most": journey.budget.calls,
        tokens,
        "at most ": journey.budget.tokens,
      });
      expect(calls).toBeLessThanOrEqual(journey.budget.calls);
      expect(tokens).toBeLessThanOrEqual(journey.budget.tokens);
    });
  afterAll(() => console.table(rows));
});

describe.each(walked.map((one, nth) => ({ ...one, nth })))("$era, $client, $reads", ({ nth, ...one }) => {
  for (const journey of journeysOf(nth)) test(journey.name, async () => void (await tallyOf(journey, one)));
});

test("random ports, secrets and slug endings do not change the count", () => {
  const drawn = [
    { port: "37999", secret: "yt7Af5ijcrtaNs22dOPLikntkCTsQp7gvFJz_9FyBCo", ending: "00bcf9ff" },
    { port: "8080", secret: "83L__AEQITDGr_yRwQNmvscCnQS15Ejg47Moan1CGII", ending: "77055777" },
  ];
  const textOf = ({ port, secret, ending }: (typeof drawn)[number]) =>
    `Founders: Ada (ada-${ending})\nhttp://localhost:${port}/checkout/SW-2026-000002?key=${secret}`;
  expect(new Set(drawn.map((random) => tokensOf(textOf(random)))).size).toBe(1);
  expect(tokensOf("photo-gallery")).toBeLessThan(tokensOf("photo-gallery-574a6054"));
});

test("at least twenty journeys with unique names", () => {
  const names = new Set(journeys.map(({ name }) => name));
  expect([names.size >= 20, names.size]).toEqual([true, journeys.length]);
});
