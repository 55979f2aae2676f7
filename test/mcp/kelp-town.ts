import { type ClaimTown, startClaimTown } from "../support/records/claims.ts";
import { demoStore } from "../support/server/harness.ts";

/** The demo directory without running jobs, and the website of a product that can be drafted. */
export async function startKelpTown(): Promise<ClaimTown> {
  const town = await startClaimTown({ store: await demoStore(), isWorking: false });
  town.dns.zones.set("kelpworks.test", { a: ["127.0.0.1"] });
  town.pages.set(
    "kelpworks.test/",
    "<!doctype html><title>Kelpworks</title><h1>Kelp farming without the guesswork</h1>",
  );
  return town;
}
