import { fromSites } from "./known-sites.ts";
import { plainAnswer } from "./plain-answer.ts";
import { hostName, type Runtime, requestIdOf } from "./runtime.ts";

const isLoopback = (host: string) => /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

/**
 * Rejects requests to a development server unless the host is loopback, `BASE_URL` or a site. Otherwise any web page
 * could point its own name to this machine (DNS rebinding), read the mailbox and submit forms.
 */
export function refuseForeignHosts(runtime: Runtime): (request: Request) => Promise<Response | undefined> {
  const ownNames = fromSites(
    runtime,
    (sites) => new Set([new URL(runtime.baseUrl).hostname, ...sites.flatMap((site) => site.host ?? [])]),
  );
  return async (request) => {
    const host = hostName(request);
    if (isLoopback(host) || (await ownNames()).has(host)) return undefined;
    // RFC 9110 §15.5.20.
    return plainAnswer(
      421,
      "A development server answers to loopback names only, such as localhost. To use it under another name, start it with that name in BASE_URL.",
      { "x-request-id": requestIdOf(request) },
    );
  };
}
