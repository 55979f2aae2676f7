import { afterAll, beforeAll, expect, test } from "bun:test";
import { changesOf } from "#db/queries/common/audit-log.ts";
import {
  type Authorization,
  mainResource,
  newClient,
  newCode,
  openAuthorization,
  otherResource,
  refresh,
  refusal,
  spend,
} from "#test/support/clients/authorization.ts";
import { verifyBearer } from "../verify.ts";
import { revokeToken } from "./revoke.ts";

let fixture: Authorization;
let client: string;
beforeAll(async () => {
  fixture = await openAuthorization();
  client = (await newClient(fixture)).id;
});
afterAll(() => fixture.store.close());

const revoke = (parameters: Record<string, string>) =>
  refusal(revokeToken(fixture.server, null, new URLSearchParams({ client_id: client, ...parameters })));
const opens = async (token: string, resource = mainResource) =>
  (await verifyBearer(fixture.store.read, token, resource, fixture.server.now())) !== null;
const newTokens = async () => spend(fixture, client, await newCode(fixture, client));

test("refresh token: its grant ends, others remain (RFC 7009 §2.1)", async () => {
  const elsewhere = await newCode(fixture, client, { resource: otherResource });
  const [tokens, neighbour] = [await newTokens(), await spend(fixture, client, elsewhere)];
  expect(await revoke({ token: tokens.refresh_token, token_type_hint: "refresh_token" })).toBe("none");
  expect(await opens(tokens.access_token)).toBe(false);
  expect(await refusal(refresh(fixture, client, tokens.refresh_token))).toBe("invalid_grant");
  expect(await opens(neighbour.access_token, otherResource)).toBe(true);
  // A repeated request succeeds and changes nothing.
  expect(await revoke({ token: tokens.refresh_token })).toBe("none");
  const ended = (await changesOf(fixture.store.read, `app:${client}`, 50)).filter(
    ({ action }) => action === "disconnect_app",
  );
  expect(ended).toMatchObject([
    { via: `app:${client}`, accountId: fixture.accountId, after: { reason: "revoked by the client" } },
  ]);
});

test("rotated refresh token: its successors end too", async () => {
  const { refresh_token } = await newTokens();
  const next = await refresh(fixture, client, refresh_token);
  expect(await revoke({ token: refresh_token })).toBe("none");
  expect(await opens(next.access_token)).toBe(false);
});

test("access token: only this token ends, whatever the hint says", async () => {
  const tokens = await newTokens();
  expect(await revoke({ token: tokens.access_token, token_type_hint: "refresh_token" })).toBe("none");
  expect(await opens(tokens.access_token)).toBe(false);
  expect(await opens((await refresh(fixture, client, tokens.refresh_token)).access_token)).toBe(true);
});

test("unknown token: success (RFC 7009 §2.2)", async () => {
  expect(await revoke({ token: "unknown" })).toBe("none");
});

test("token of another client: refused and still valid", async () => {
  const tokens = await newTokens();
  const { id, secret } = await newClient(fixture, { token_endpoint_auth_method: "client_secret_post" });
  for (const token of [tokens.access_token, tokens.refresh_token])
    expect(await revoke({ client_id: id, client_secret: secret, token })).toBe("invalid_grant");
  expect(await opens(tokens.access_token)).toBe(true);
  expect(await refusal(refresh(fixture, client, tokens.refresh_token))).toBe("none");
});

test("invalid requests are refused", async () => {
  expect(await revoke({})).toBe("invalid_request");
  expect(await revoke({ token: "x", client_id: "unknown" })).toBe("invalid_client");
});
