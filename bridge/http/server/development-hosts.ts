import { logged } from "./access-log.ts";
import { fromSites } from "./known-sites.ts";
import { plainAnswer } from "./plain-answer.ts";
import { hostName, type Runtime } from "./runtime.ts";

const isLoopback = (host: string) => /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

/**
 * Rejects requests to a development server unless the host is a loopback name, the host of `BASE_URL` or the host of a
 * site. Otherwise any web page could point its own host name at this machine (DNS rebinding), read the mailbox and
 * submit forms.
 */
export function rejectUnknownHosts(runtime: Runtime): (request: Request) => Promise<Response | undefined> {
  const knownHosts = fromSites(
    runtime,
    (sites) => new Set([new URL(runtime.baseUrl).hostname, ...sites.flatMap((site) => site.host ?? [])]),
  );
  const reject = logged(runtime, "unknown_host", "*", async (_request, requestId) =>
    plainAnswer(
      421,
      "A development server accepts only loopback host names such as localhost. To use another name, set it in BASE_URL and restart the server.",
      { "x-request-id": requestId },
    ),
  );
  return async (request) => {
    const host = hostName(request);
    if (isLoopback(host) || (await knownHosts()).has(host)) return undefined;
    return reject(request);
  };
}
