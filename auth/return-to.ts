const maxLength = 12_000;

/** Returns the path to open after sign-in, or null if it could lead to another origin. */
export function safeReturnTo(path: string | null | undefined): string | null {
  if (!path || path.length > maxLength || !path.startsWith("/")) return null;
  // Browsers treat `//` and `/\` as the start of a host, and ignore tabs and line breaks before them.
  if (path.startsWith("//") || path.includes("\\") || /[\u0000-\u0020\u007f]/.test(path)) return null;
  const { pathname, search } = new URL(path, "http://localhost");
  // Resolving dot segments can also produce `//` at the start, as in `/.//host`.
  return pathname.startsWith("//") ? null : `${pathname}${search}`;
}

/** Returns the host of the product whose URL a path to /submit carries. A hostname cannot contain other text. */
export function submittedHost(returnTo: string | null): string | null {
  if (!returnTo?.startsWith("/submit?")) return null;
  const host = URL.parse(new URL(returnTo, "http://localhost").searchParams.get("url") ?? "")?.hostname ?? "";
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) ? host : null;
}
