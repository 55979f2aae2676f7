import { parse as parseDomain } from "tldts";

const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);

// Schemes of known apps. RFC 8252 asks for a reversed domain instead. Other schemes without a domain, such as
// `javascript:`, `ms-msdt:` and `shell:`, belong to browsers and operating systems, and can start programs or show
// local files.
const knownSchemes = new Set(
  `cherrystudio claude codex cursor cursor-nightly goose jetbrains kiro lmstudio positron raycast trae vscode
  vscode-insiders vscodium warp windsurf windsurf-next zed`.split(/\s+/),
);
// A scheme that starts with one of these domains in reverse belongs to the operating system, not to an app.
const systemMakers = new Set(["android.com", "apple.com", "microsoft.com", "windows.com"]);

/** Returns whether a scheme belongs to an app: either a reversed domain (RFC 8252 §7.1) or a known scheme. */
function isAppScheme(scheme: string): boolean {
  if (knownSchemes.has(scheme)) return true;
  const { domain, isIcann } = parseDomain(scheme.split(".").reverse().join("."));
  return domain !== null && isIcann === true && !systemMakers.has(domain);
}

const maxLength = 2000;

/** Returns why a redirect URI cannot be registered, or null if it can. */
export function redirectFault(uri: string): string | null {
  if (uri.length > maxLength) return `is longer than ${maxLength} characters`;
  if (/[\u0000-\u0020\u007f-\uffff\\]/.test(uri)) return "has characters that a URI cannot contain";
  if (!URL.canParse(uri)) return "is not an absolute URI";
  const url = new URL(uri);
  // RFC 6749 §3.1.2 forbids fragments.
  if (uri.includes("#")) return "has a fragment";
  if (url.username !== "" || url.password !== "") return "has credentials";
  const scheme = url.protocol.slice(0, -1);
  // Without the two slashes, a browser would treat the URI as a path on our site.
  if (/^https?$/.test(scheme) && !/^https?:\/\/[^/]/i.test(uri)) return "has no host";
  if (scheme === "https") return null;
  // RFC 8252 §7.3 allows plain http only for the user's own machine.
  if (scheme === "http")
    return loopbackHosts.has(url.hostname) ? null : "uses http for a host that is not a loopback host";
  if (isAppScheme(scheme)) return null;
  return `uses the scheme ${scheme}; use your domain in reverse, such as com.example.app (RFC 8252 section 7.1)`;
}

const loopbackPort = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/;

/**
 * Compares redirect URIs exactly (OAuth 2.1 §4.1.3), except for the port of a loopback URI, because native apps use any
 * free port (RFC 8252 §7.3).
 */
export function matchesRedirect(registered: string, requested: string): boolean {
  // A registered URI may be older than the current rules, so the rules are checked again here.
  if (redirectFault(requested) !== null) return false;
  if (registered === requested) return true;
  // The URIs are compared as text, so that only the port may differ.
  const withoutPort = (uri: string) => uri.replace(loopbackPort, "$1");
  return loopbackPort.test(registered) && withoutPort(registered) === withoutPort(requested);
}

/**
 * Returns the host or app scheme to show on the consent page, and the source that the page's `form-action` policy must
 * allow.
 */
export function redirectTarget(uri: string): { label: string; formAction: string; isLoopback: boolean } {
  const url = new URL(uri);
  if (url.protocol === "https:" || url.protocol === "http:")
    return {
      label: url.host,
      formAction: url.origin,
      isLoopback: url.protocol === "http:" && loopbackHosts.has(url.hostname),
    };
  return { label: `${url.protocol}//${url.host}`, formAction: url.protocol, isLoopback: false };
}
