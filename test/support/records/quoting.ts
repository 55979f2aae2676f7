import pino from "pino";
import { viesRegister } from "#bridge/outbound/vies.ts";
import { createSite } from "#db/queries/sites/write-site.ts";
import { startViesServer } from "../fakes/vies-server.ts";
import { emptyStore, startTestServer, testNow } from "../server/harness.ts";
import { keyFor } from "./account.ts";
import { ownedListing } from "./owned-listing.ts";

export const orderScopes = ["account:read", "orders:write"] as const;
export const inFrance = { country: "FR" };

type Facts = NonNullable<Parameters<typeof ownedListing>[2]>;
export type Quoting = Awaited<ReturnType<typeof startQuoting>>;

/** A server with two sites, two paid places a week and a VAT register. */
export async function startQuoting() {
  const vies = startViesServer();
  const store = emptyStore();
  await store.write(async (tx) => {
    const common = { name: "Test", currency: "EUR", settings: { freeQueue: { paidPlacesPerWeek: 2 } } };
    await createSite(tx, { ...common, key: "main", host: null }, testNow.toISOString());
    await createSite(tx, { ...common, key: "other", host: "other.localhost" }, testNow.toISOString());
  });
  let time = testNow.getTime();
  const vatRegister = viesRegister({
    url: vies.url,
    requester: "DE136695976",
    log: pino({ level: "silent" }),
    now: () => new Date(time),
  });
  const server = await startTestServer({ store, vatRegister });
  let made = 0;
  return {
    server,
    vies,
    /** Clears the register's requests. */
    forget() {
      time += 3_600_000;
      vies.requests.length = 0;
    },
    /** A listing of its own account by default, with a key that may order. */
    async owner(facts: Facts = {}) {
      const listing = await ownedListing(store, `quoted-${++made}`, { hasProfile: false, ...facts });
      const { key } = await keyFor(store, { email: listing.email, scopes: [...orderScopes] });
      return { ...listing, key };
    },
    async stop() {
      await server.stop();
      await vies.stop();
    },
  };
}

/** Input for a launch by a consumer in France. */
export const launchOf = (listing_id: number, more = {}) => ({
  items: [{ product: "launch", listing_id, ...more }],
  billing: inFrance,
});
