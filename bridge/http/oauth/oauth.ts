import type { Elysia } from "elysia";
import { OAuthError } from "#auth/oauth/errors.ts";
import { register } from "#auth/oauth/register.ts";
import { revokeToken } from "#auth/oauth/revoke.ts";
import { exchangeToken } from "#auth/oauth/token.ts";
import { logged } from "../server/access-log.ts";
import { readLimited } from "../server/limited-body.ts";
import { note } from "../server/request-notes.ts";
import { preflight } from "../server/respond.ts";
import { clientNetwork, type Runtime } from "../server/runtime.ts";
import { oauthError, oauthResponse, responseToError } from "./responses.ts";

const maxBodyBytes = 65_536;

type Endpoint = (request: Request) => Promise<Response>;

/** Mounts the endpoints that clients call directly. The authorization endpoint is a page (pages/sign-in/consent.ts). */
export function mountOAuth(app: Elysia, runtime: Runtime): void {
  const server = runtime.authorization;
  const endpoints: Record<string, Endpoint> = {
    token: async (request) =>
      oauthResponse(200, await exchangeToken(server, request.headers.get("authorization"), await readForm(request))),

    // RFC 7009 §2.2 requires a 200 even for an unknown token.
    revoke: async (request) => {
      await revokeToken(server, request.headers.get("authorization"), await readForm(request));
      return oauthResponse(200, null);
    },

    register: async (request) => {
      const wait = await runtime.oauthLimits?.registrations.take(clientNetwork(request, runtime));
      if (wait) note(request, { limit: "registrations" });
      if (wait)
        return oauthError(429, "too_many_requests", `too many registrations; retry in ${wait} s`, {
          "retry-after": String(wait),
        });
      return oauthResponse(201, await register(server, await readJson(request)));
    },
  };

  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = `/oauth/${name}`;
    const respond = logged(runtime, `oauth_${name}`, path, async (request: Request, requestId: string) => {
      if (request.method !== "POST") return oauthError(405, "invalid_request", "use POST", { allow: "OPTIONS, POST" });
      const response = await endpoint(request).catch((error: unknown) =>
        error instanceof BodyTooLarge
          ? oauthError(413, "invalid_request", error.message)
          : responseToError(error, request, requestId, runtime),
      );
      response.headers.set("x-request-id", requestId);
      return response;
    });
    app.route("OPTIONS", path, ({ request }: { request: Request }) => preflight(request, "OPTIONS, POST"));
    app.all(path, ({ request }: { request: Request }) => respond(request));
  }
}

class BodyTooLarge extends Error {
  override message = `the body is larger than ${maxBodyBytes} bytes`;
}

// Both standards require a urlencoded form (RFC 6749 §4.1.3 and RFC 7009 §2.1).
async function readForm(request: Request): Promise<URLSearchParams> {
  expectType(request, "application/x-www-form-urlencoded");
  return new URLSearchParams(await readRequestBody(request));
}

// RFC 7591 §3.1.
async function readJson(request: Request): Promise<unknown> {
  expectType(request, "application/json");
  const body = await readRequestBody(request);
  try {
    return JSON.parse(body);
  } catch {
    throw new OAuthError("invalid_client_metadata", "the body is not valid JSON");
  }
}

async function readRequestBody(request: Request): Promise<string> {
  const body = await readLimited(request, maxBodyBytes);
  if (body === null) throw new BodyTooLarge();
  return body;
}

function expectType(request: Request, type: string): void {
  const given = (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (given !== type) throw new OAuthError("invalid_request", `the body must be ${type}`);
}
