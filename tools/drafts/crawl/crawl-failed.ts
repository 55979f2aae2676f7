import { nameOf, OutboundError } from "../../core/ports/outbound.ts";

/** Why no draft can be written; `message` tells the user what to do. */
export class CrawlFailed extends Error {
  constructor(
    /** Stable; that of an OutboundError where one is the reason. */
    readonly code: string,
    message: string,
    /** Where the product really lives, if that is the reason. */
    readonly url?: string,
  ) {
    super(message);
    this.name = "CrawlFailed";
  }
}

/** Host of an address for a sentence. */
export const hostOf = (url: string) => nameOf(URL.parse(url)?.hostname ?? url);

/** The same failure, if it is one of the other side; errors of our own stay what they are. */
export function asCrawlFailed(error: unknown): unknown {
  return error instanceof OutboundError ? new CrawlFailed(error.reason, error.message) : error;
}

/** What a status means for the user, or null where the answer is a page. */
export function failureOfStatus(status: number, url: string): CrawlFailed | null {
  if (status >= 200 && status < 300 && status !== 204 && status !== 205) return null;
  const host = hostOf(url);
  if (status === 401 || status === 403 || status === 407 || status === 429 || status === 451)
    return new CrawlFailed(
      "refused",
      `${host} refuses our crawler (status ${status}). Let SlipwayBot in, or write the listing by hand.`,
    );
  if (status === 404 || status === 410)
    return new CrawlFailed("not_found", `There is no page at this address (status ${status}). Check its spelling.`);
  if (status >= 500)
    return new CrawlFailed("server_error", `${host} has a fault (status ${status}). Try again when the site is up.`);
  return new CrawlFailed(
    "bad_status",
    `${host} answered with status ${status} instead of a page. Give another address.`,
  );
}
