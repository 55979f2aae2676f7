import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Authorization, openAuthorization, refusal } from "#test/support/clients/authorization.ts";
import { testNow } from "#test/support/server/harness.ts";
import { register } from "./register.ts";

let fixture: Authorization;
beforeAll(async () => {
  fixture = await openAuthorization();
});
afterAll(() => fixture.store.close());

const metadata = { redirect_uris: ["https://app.test/callback"], client_name: "An app" };

test("no authentication method: a secret that never expires (RFC 7591 §3.2.1)", async () => {
  const answer = await register(fixture.server, metadata);
  expect(answer).toMatchObject({
    ...metadata,
    client_id_issued_at: testNow.getTime() / 1000,
    client_secret: expect.stringMatching(/^slcs_[\w-]{43}$/),
    client_secret_expires_at: 0,
    token_endpoint_auth_method: "client_secret_basic",
  });
});

test("public client: no secret", async () => {
  const answer = await register(fixture.server, { ...metadata, token_endpoint_auth_method: "none" });
  expect(answer).toContainKey("client_id");
  expect(answer).not.toContainAnyKeys(["client_secret", "client_secret_expires_at"]);
});

test("each registration creates a new client and cannot choose its id", async () => {
  const requested = { ...metadata, client_id: "chosen", client_secret: "chosen" };
  const [one, two] = await Promise.all([register(fixture.server, requested), register(fixture.server, requested)]);
  expect(new Set([one.client_id, two.client_id, "chosen"]).size).toBe(3);
  expect(new Set([one.client_secret, two.client_secret, "chosen"]).size).toBe(3);
});

test("errors have the codes of RFC 7591 §3.2.2", async () => {
  expect(await refusal(register(fixture.server, { redirect_uris: ["file:///etc/passwd"] }))).toBe(
    "invalid_redirect_uri",
  );
  expect(await refusal(register(fixture.server, { redirect_uris: [] }))).toBe("invalid_client_metadata");
  expect(await refusal(register(fixture.server, []))).toBe("invalid_client_metadata");
});
