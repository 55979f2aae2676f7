/** Which redirect addresses clients may register, and which of a request match them. Pure. */

const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);

// Schemes that a browser would run, show or read locally, or that hand the code to something other than an app.
const deniedSchemes = new Set(
  "about blob chrome chrome-extension data devtools edge file filesystem ftp intent jar javascript mailto moz-extension resource sms tel vbscript view-source ws wss".split(
    " ",
  ),
);

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
  if (scheme === "https") return null;
  // RFC 8252 §7.3: plain http only to the person's own machine.
  if (scheme === "http") return loopbackHosts.has(url.hostname) ? null : "uses http for a host that is not loopback";
  if (deniedSchemes.has(scheme)) return `uses the scheme ${scheme}`;
  // RFC 8252 §7.1: private-use schemes of apps.
  return null;
}

const isLoopback = (url: URL) => url.protocol === "http:" && loopbackHosts.has(url.hostname);

/**
 * Exact comparison (OAuth 2.1 §4.1.3), except that the port of a loopback address may differ, because native apps take
 * a free one each time (RFC 8252 §7.3).
 */
export function matchesRedirect(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  if (redirectFault(requested) !== null) return false;
  const [a, b] = [new URL(registered), new URL(requested)];
  if (!isLoopback(a) || !isLoopback(b)) return false;
  a.port = b.port = "";
  return a.href === b.href;
}

/** What the consent page and its form policy name: the host, or the scheme of an app. */
export function redirectTarget(uri: string): { label: string; formAction: string; isLoopback: boolean } {
  const url = new URL(uri);
  if (url.protocol === "https:" || url.protocol === "http:")
    return { label: url.host, formAction: url.origin, isLoopback: isLoopback(url) };
  return { label: `${url.protocol}//${url.host}`, formAction: url.protocol, isLoopback: false };
}
