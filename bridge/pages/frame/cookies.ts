type CookieName = keyof typeof names;
/** A request's cookies and those that its response sets. */
export type CookieJar = ReturnType<typeof cookieJar>;

const names = {
  session: "slipway",
  form: "slipway_form",
  browser: "slipway_browser",
  provider: "slipway_provider",
  newKey: "slipway_new_key",
} as const;

/**
 * Over https, cookie names start with `__Host-`, so that no other host, not even a subdomain, can set them (RFC 6265bis
 * §4.1.3.2). The prefix requires `Secure`, which cannot be used over plain http on loopback.
 */
export function cookieJar(request: Request, isHttps: boolean) {
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
    get: (name: CookieName): string | undefined => given.get(fullName(name)) || undefined,
    /** The cookie lasts `maxAge` seconds, or until the browser is closed if `maxAge` is missing. */
    set: (name: CookieName, value: string, maxAge?: number) =>
      write(name, value, maxAge === undefined ? "" : `; Max-Age=${maxAge}`),
    clear: (name: CookieName) => write(name, "", "; Max-Age=0"),
    /** Values of the `Set-Cookie` headers. */
    lines: () => [...changed.values()],
  };
}
