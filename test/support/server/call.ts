import pino from "pino";
import { type CallServices, callContext } from "#bridge/start/call-context.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import type { Actor } from "#tools/core/operations/actor.ts";
import type { CallContext } from "#tools/core/operations/context.ts";
import { sellerFor } from "../records/seller.ts";
import { testNow } from "./harness.ts";
import { idlePayments, testPayments } from "./payments.ts";

const urls = { base: "http://localhost", api: "", mcp: "", docs: "" };
const services = (store: Store): CallServices => ({
  store,
  log: pino({ level: "silent" }),
  outbound: { vet: (url) => new URL(url) },
  seller: sellerFor("DE oss"),
  vatRegister: { lookUp: async () => ({ status: "valid", consultationNumber: null, name: null, address: null }) },
  shop: { ...testPayments, payments: idlePayments },
  now: () => testNow,
  teamEmail: "team@slipway.example",
});

/** The context of a call by `actor`, without a transport. */
export const contextFor = (
  store: Store,
  actor: Actor,
  site = { id: 0, name: "Test", settings: {} } as SiteRow,
): CallContext =>
  callContext(services(store), { actor, site, urls, urlsOf: () => urls, address: null, requestId: "test" });
