import { type ClientSource, resolveClient } from "./clients.ts";

/** What the authorization server stands on; made once by the bridge. */
export interface AuthorizationServer extends ClientSource {
  /** Our issuer identifier, `BASE_URL` (RFC 8414 §2). */
  issuer: string;
  /** Protected resources tokens may be for, the default one first. */
  resources(): Promise<string[]>;
  now(): Date;
}

export const lifetimes = {
  codeSeconds: 60,
  accessTokenSeconds: 3_600,
  refreshTokenSeconds: 30 * 86_400,
  repeatSeconds: 10,
} as const;

export const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

/**
 * The protected resource a `resource` parameter names, in our spelling, or null for one that is not ours (RFC 8707 §2).
 * A query only chooses among the tools of a resource.
 */
export async function knownResource(server: AuthorizationServer, asked: string): Promise<string | null> {
  if (!URL.canParse(asked) || asked.includes("#")) return null;
  const canonical = new URL(asked).href.replace(/\?.*$/, "").replace(/\/$/, "");
  return (await server.resources()).find((resource) => new URL(resource).href.replace(/\/$/, "") === canonical) ?? null;
}

export const clientOf = (server: AuthorizationServer, clientId: string, askedBy: string) =>
  resolveClient(server, clientId, { now: server.now(), askedBy });
