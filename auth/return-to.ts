const maxLength = 12_000;

/** A path below our own origin to go on to after signing in, or null for anything that could lead elsewhere. */
export function safeReturnTo(path: string | null | undefined): string | null {
  if (!path || path.length > maxLength || !path.startsWith("/")) return null;
  // Browsers read `//` and `/\` as the beginning of a host and drop tabs and line breaks before they look.
  if (path.startsWith("//") || path.includes("\\") || /[\u0000-\u0020\u007f]/.test(path)) return null;
  const { pathname, search } = new URL(path, "http://localhost");
  // Resolving dot segments may have made such a beginning: `/.//host`.
  return pathname.startsWith("//") ? null : `${pathname}${search}`;
}
