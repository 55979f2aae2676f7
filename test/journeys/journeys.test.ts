import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ClaimTown, startClaimTown } from "../support/records/claims.ts";
import { demoStore } from "../support/server/harness.ts";
import { isNightly } from "../support/server/nightly.ts";
import { type Tally, walk } from "./agent.ts";
import { ableToAll, clients, eras } from "./clients.ts";
import { journeys } from "./journeys.ts";
import { personFor } from "./person.ts";

const able = "one able to all";

let town: ClaimTown;
beforeAll(async () => {
  town = await startClaimTown({ store: await demoStore() });
});
afterAll(() => town.stop());

const walked = eras.flatMap((era) => [
  ...Object.keys(clients).map((client) => ({ era, client })),
  ...(era === "2026-07-28" ? [{ era, client: able }] : []),
]);

/** The journeys of the `nth` client: all in nightly runs, otherwise a share. */
const journeysOf = (nth: number) => journeys.filter((_, i) => isNightly || i % walked.length === nth);

describe.each(walked.map((one, nth) => ({ ...one, nth })))("$era, $client", ({ era, client, nth }) => {
  const tallies: (Tally & { name: string })[] = [];
  for (const journey of journeysOf(nth))
    test(journey.name, async () => {
      const { bearer, start, deeds } = await personFor(town, journey);
      const fixture = {
        url: town.server.url,
        era,
        client: client === able ? ableToAll : clients[client]!,
        bearer,
        deeds,
        work: town.server.drainJobs,
      };
      tallies.push({ name: journey.name, ...(await walk(journey, fixture, start)) });
    });

  afterAll(() => {
    const sum = (of: "calls" | "tokens") => tallies.reduce((total, tally) => total + tally[of], 0);
    console.log(`${client}, ${era}: ${tallies.length} journeys, ${sum("calls")} calls, ${sum("tokens")} tokens`);
    if (isNightly) console.table(tallies);
  });
});

test("at least twenty journeys with unique names", () => {
  const names = new Set(journeys.map(({ name }) => name));
  expect([names.size >= 20, names.size]).toEqual([true, journeys.length]);
});
