/** The cookies of a request and those that its response sets. */
export interface CookieJar {
  get(name: CookieName): string | undefined;
  /** The cookie lasts `maxAge` seconds, or until the browser closes. */
  set(name: CookieName, value: string, maxAge?: number): void;
  clear(name: CookieName): void;
  /** Values of the `Set-Cookie` headers. */
  lines(): string[];
}

export type CookieName = keyof typeof names;

const names = {
  session: "slipway",
  form: "slipway_form",
  browser: "slipway_browser",
  provider: "slipway_provider",
} as const;

/**
 * On https the names start with `__Host-`, so that no other host, not even a subdomain, can set them
 * (RFC 6265bis §4.1.3.2). The prefix requires `Secure`, which plain http on loopback cannot use.
 */
export function cookieJar(request: Request, isHttps: boolean): CookieJar {
  const fullName = (name: CookieName) => `${isHttps ? "__Host-" : ""}${names[name]}`;
  const given = new Map<string, string>();
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [name, ...value] = part.trim().split("=");
    if (name && !given.has(name)) given.set(name, value.join("="));
  }
  const changed = new Map<CookieName, string>();
  const write = (name: CookieName, value: string, life: string) => {
    given.set(fullName(name), value);
    const line = `${fullName(name)}=${value}; Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}${life}`;
    changed.set(name, line);
  };
  return {
    get: (name) => given.get(fullName(name)) || undefined,
    set: (name, value, maxAge) => write(name, value, maxAge === undefined ? "" : `; Max-Age=${maxAge}`),
    clear: (name) => write(name, "", "; Max-Age=0"),
    lines: () => [...changed.values()],
  };
}
