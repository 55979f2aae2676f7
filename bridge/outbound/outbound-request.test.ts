import { expect, test } from "bun:test";
import { counters } from "#db/values/counters.ts";
import { OutboundError } from "#tools/core/ports/outbound.ts";
import { outboundRequest } from "./outbound-request.ts";

const coded = (code: string) => Object.assign(new Error("failed"), { code });

test.each([
  ["ok", null],
  ["refused", new OutboundError("forbidden_address", "not public")],
  ["refused", new OutboundError("forbidden_port", "another port")],
  ["timeout", new OutboundError("timeout", "too slow")],
  ["timeout", new DOMException("too slow", "TimeoutError")],
  ["timeout", coded("ETIMEDOUT")],
  ["tls", new OutboundError("tls", "expired")],
  ["tls", coded("CERT_HAS_EXPIRED")],
  ["tls", new Error("fetch failed", { cause: coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE") })],
  ["tls", Object.assign(coded("ESOCKET"), { originalCode: "CERT_HAS_EXPIRED" })],
  ["other", new OutboundError("unresolvable", "no such host")],
  ["other", coded("ECONNREFUSED")],
])("counted as %s: %p", async (result, error) => {
  const sample = `slipway_outbound_requests_total{purpose="vies",result="${result}"}`;
  const before = counters.get(sample) ?? 0;
  const sent = outboundRequest("vies", async () => {
    if (error) throw error;
    return "answer";
  });
  await (error ? expect(sent).rejects.toBe(error) : expect(sent).resolves.toBe("answer"));
  expect(counters.get(sample)).toBe(before + 1);
});
