import { nameOf, OutboundError } from "../../core/ports/outbound.ts";

/** The reason why no draft can be written. The message tells the user what to do. */
export class CrawlFailed extends Error {
  constructor(
    /** A stable code. If an OutboundError is the cause, the code is the reason of that error. */
    readonly code: string,
    message: string,
    readonly url?: string,
  ) {
    super(message);
    this.name = "CrawlFailed";
  }
}

export const hostOf = (url: string) => nameOf(URL.parse(url)?.hostname ?? url);

export const asCrawlFailed = (error: unknown) =>
  error instanceof OutboundError ? new CrawlFailed(error.reason, error.message) : error;

export function failureOfStatus(status: number, url: string): CrawlFailed | null {
  if (status >= 200 && status < 300 && status !== 204 && status !== 205) return null;
  const host = hostOf(url);
  if (status === 401 || status === 403 || status === 407 || status === 429 || status === 451)
    return new CrawlFailed(
      "refused",
      `${host} blocks our crawler (status ${status}). Allow SlipwayBot, or write the listing yourself.`,
    );
  if (status === 404 || status === 410)
    return new CrawlFailed(
      "not_found",
      `There is no page at this URL (status ${status}). Check the spelling of the URL.`,
    );
  if (status >= 500)
    return new CrawlFailed(
      "server_error",
      `${host} returned a server error (status ${status}). Try again when the website is working again.`,
    );
  return new CrawlFailed("bad_status", `${host} returned status ${status} instead of a page. Enter another URL.`);
}
