import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import pino from "pino";
import { counters } from "#db/values/counters.ts";
import { startViesServer, type ViesServer } from "#test/support/fakes/vies-server.ts";
import { viesRegister } from "./vies.ts";

let vies: ViesServer;
let time = Date.parse("2026-11-18T12:00:00Z");
beforeAll(() => {
  vies = startViesServer();
});
beforeEach(() => {
  vies.requests.length = 0;
  time += 3_600_000;
});
afterAll(() => vies.stop());

const register = (more: { requester?: string | null; timeoutMs?: number; url?: string } = {}) =>
  viesRegister({
    url: vies.url,
    requester: "DE136695976",
    log: pino({ level: "silent" }),
    now: () => new Date(time),
    ...more,
  });

const failures = () =>
  ["timeout", "other"].reduce(
    (sum, result) => sum + (counters.get(`slipway_outbound_requests_total{purpose="vies",result="${result}"}`) ?? 0),
    0,
  );

test("valid: returns the consultation number and the register's entries", async () => {
  vies.script("valid");
  expect(await register().lookUp("FR40303265045")).toEqual({
    status: "valid",
    consultationNumber: "WAPIAAAAZ1",
    name: "TIDEWELL SAS",
    address: "1 QUAI DES BRUMES\n29200 BREST",
  });
  expect(vies.requests).toEqual([
    {
      countryCode: "FR",
      vatNumber: "40303265045",
      requesterMemberStateCode: "DE",
      requesterNumber: "136695976",
    },
  ]);
});

test("without our own VAT ID: no consultation number", async () => {
  vies.script("valid");
  const answer = await register({ requester: null }).lookUp("EL094259216");
  expect(answer).toMatchObject({ status: "valid", consultationNumber: null });
  expect(vies.requests).toEqual([{ countryCode: "EL", vatNumber: "094259216" }]);
});

test("invalid: a result without a second request", async () => {
  vies.script("invalid");
  expect(await register().lookUp("FR40303265045")).toMatchObject({ status: "invalid", name: null, address: null });
  vies.script({ error: "INVALID_INPUT" });
  expect(await register().lookUp("FR40303265045")).toMatchObject({ status: "invalid" });
  expect(vies.requests).toHaveLength(2);
});

test.each([
  { error: "MS_UNAVAILABLE" },
  { error: "MS_MAX_CONCURRENT_REQ" },
  { error: "GLOBAL_MAX_CONCURRENT_REQ" },
  { error: "SERVICE_UNAVAILABLE" },
  { error: "TIMEOUT" },
  { error: "IP_BLOCKED" },
  { late: "MS_UNAVAILABLE" },
  "html",
] as const)("unavailable after two tries: %p", async (reply) => {
  vies.script(reply);
  const before = failures();
  expect(await register().lookUp("FR40303265045")).toMatchObject({ status: "unavailable", consultationNumber: null });
  expect([vies.requests.length, failures() - before]).toEqual([2, 2]);
});

test("outage that ends: the second attempt succeeds", async () => {
  vies.script({ error: "MS_MAX_CONCURRENT_REQ" }, "valid");
  expect(await register().lookUp("FR40303265045")).toMatchObject({ status: "valid" });
});

test("our own VAT ID refused: asked without it", async () => {
  vies.script({ error: "INVALID_REQUESTER_INFO" }, "valid");
  expect(await register().lookUp("FR40303265045")).toMatchObject({ status: "valid", consultationNumber: null });
  expect(vies.requests.map(({ requesterNumber }) => requesterNumber)).toEqual(["136695976", undefined]);
});

test("silent register: ends at the deadline, and so do waiting requests", async () => {
  vies.script("hang");
  const silent = register({ timeoutMs: 200 });
  const started = performance.now();
  const ids = ["FR40303265045", "FR23334175221", "FR83404833048"];
  expect((await Promise.all(ids.map(silent.lookUp))).map(({ status }) => status)).toEqual(Array(3).fill("unavailable"));
  expect(performance.now() - started).toBeLessThan(20_000);
});

test("no server", async () => {
  expect(await register({ url: "http://127.0.0.1:1" }).lookUp("FR40303265045")).toMatchObject({
    status: "unavailable",
  });
});

test("result kept for ten minutes, outage not; simultaneous requests ask once", async () => {
  const one = register();
  vies.script({ error: "MS_UNAVAILABLE" }, { error: "MS_UNAVAILABLE" }, "valid");
  expect(await one.lookUp("FR40303265045")).toMatchObject({ status: "unavailable" });
  const both = await Promise.all([one.lookUp("FR40303265045"), one.lookUp("FR40303265045")]);
  expect(both.map(({ status }) => status)).toEqual(["valid", "valid"]);
  expect(vies.requests).toHaveLength(3);
  time += 9 * 60_000;
  await one.lookUp("FR40303265045");
  expect(vies.requests).toHaveLength(3);
  time += 60_000;
  vies.script("invalid");
  expect(await one.lookUp("FR40303265045")).toMatchObject({ status: "invalid" });
});
