import { parse as parseDomain } from "tldts";

/** Which redirect addresses clients may register, and which of a request match them. Pure. */

const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);

// What known apps took before RFC 8252 was followed; everything else without a domain belongs to browsers and systems,
// and starts programs or shows what is on the disk: `javascript:`, `ms-msdt:`, `shell:`, `x-apple.systempreferences:`.
const knownSchemes = new Set(
  `cherrystudio claude codex cursor cursor-nightly goose jetbrains kiro lmstudio positron raycast trae vscode
  vscode-insiders vscodium warp windsurf windsurf-next zed`.split(/\s+/),
);
// Below their own names the makers of systems put doors to settings and the like, and no app of others.
const systemMakers = new Set(["android.com", "apple.com", "microsoft.com", "windows.com"]);

/** Whether a scheme is an app's own: a domain in reverse (RFC 8252 §7.1), or that of an app many people use. */
function isAppScheme(scheme: string): boolean {
  if (knownSchemes.has(scheme)) return true;
  const { domain, isIcann } = parseDomain(scheme.split(".").reverse().join("."));
  return domain !== null && isIcann === true && !systemMakers.has(domain);
}

const maxLength = 2000;

/** Why a redirect address may not be registered, or null where it may. */
export function redirectFault(uri: string): string | null {
  if (uri.length > maxLength) return `is longer than ${maxLength} characters`;
  if (/[\u0000-\u0020\u007f-\uffff\\]/.test(uri)) return "has characters that an address cannot have";
  if (!URL.canParse(uri)) return "is not an absolute URI";
  const url = new URL(uri);
  // RFC 6749 §3.1.2: no fragment; credentials would be sent to whoever is named behind them.
  if (uri.includes("#")) return "has a fragment";
  if (url.username !== "" || url.password !== "") return "has credentials";
  const scheme = url.protocol.slice(0, -1);
  // Without the two slashes a browser would read it as a path of ours.
  if (/^https?$/.test(scheme) && !/^https?:\/\/[^/]/i.test(uri)) return "does not name a host";
  if (scheme === "https") return null;
  // RFC 8252 §7.3: plain http only to the person's own machine.
  if (scheme === "http") return loopbackHosts.has(url.hostname) ? null : "uses http for a host that is not loopback";
  if (isAppScheme(scheme)) return null;
  return `uses the scheme ${scheme}; an app needs one made of its domain, such as com.example.app (RFC 8252 section 7.1)`;
}

const isLoopback = (url: URL) => url.protocol === "http:" && loopbackHosts.has(url.hostname);
const loopbackPort = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/;

/**
 * Exact comparison (OAuth 2.1 §4.1.3), except that the port of a loopback address may differ, because native apps take
 * a free one each time (RFC 8252 §7.3).
 */
export function matchesRedirect(registered: string, requested: string): boolean {
  // Asked again for those that were registered under other rules.
  if (redirectFault(requested) !== null) return false;
  if (registered === requested) return true;
  // As text, so that nothing but the port is forgiven.
  const withoutPort = (uri: string) => uri.replace(loopbackPort, "$1");
  return loopbackPort.test(registered) && withoutPort(registered) === withoutPort(requested);
}

/** What the consent page and its form policy name: the host, or the scheme of an app. */
export function redirectTarget(uri: string): { label: string; formAction: string; isLoopback: boolean } {
  const url = new URL(uri);
  if (url.protocol === "https:" || url.protocol === "http:")
    return { label: url.host, formAction: url.origin, isLoopback: isLoopback(url) };
  return { label: `${url.protocol}//${url.host}`, formAction: url.protocol, isLoopback: false };
}
