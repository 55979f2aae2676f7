const maxLength = 12_000;

/** Returns the path to open after sign-in, or null if it could lead to another origin. */
export function safeReturnTo(path: string | null | undefined): string | null {
  if (!path || path.length > maxLength || !path.startsWith("/")) return null;
  // Browsers take `//` and `/\` for the start of a host, and drop tabs and line breaks before that.
  if (path.startsWith("//") || path.includes("\\") || /[\u0000-\u0020\u007f]/.test(path)) return null;
  const { pathname, search } = new URL(path, "http://localhost");
  // Resolving dot segments may produce such a start: `/.//host`.
  return pathname.startsWith("//") ? null : `${pathname}${search}`;
}
