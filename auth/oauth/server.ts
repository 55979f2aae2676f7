import type { ClientSource } from "./clients.ts";

export interface AuthorizationServer extends ClientSource {
  issuer: string;
  /** The protected resources for which tokens can be issued, starting with the default one. */
  resources(): Promise<string[]>;
  now(): Date;
}

export const lifetimes = {
  codeSeconds: 60,
  accessTokenSeconds: 3_600,
  refreshTokenSeconds: 30 * 86_400,
  /** For this many seconds after a refresh token was first used, using it again returns the same new tokens. */
  repeatSeconds: 10,
} as const;

export const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

/**
 * Returns the canonical URL of the resource in a `resource` parameter, or null if the resource is not ours (RFC 8707
 * §2). The URL's query is ignored, because it only selects tools.
 */
export async function knownResource(server: AuthorizationServer, requested: string): Promise<string | null> {
  if (!URL.canParse(requested) || requested.includes("#")) return null;
  const canonical = new URL(requested).href.replace(/\?.*$/, "").replace(/\/$/, "");
  return (await server.resources()).find((resource) => new URL(resource).href.replace(/\/$/, "") === canonical) ?? null;
}
