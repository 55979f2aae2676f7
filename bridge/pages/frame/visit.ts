import { derivedSecret, hashSecret, newSecret } from "../../../auth/secrets.ts";
import { sessionOf, startSession } from "../../../auth/sessions.ts";
import type { MailingSite } from "../../../auth/tell.ts";
import { lookup } from "../../../db/lookup.ts";
import { type Account, accountById, deleteSessions, type SessionRow } from "../../../db/queries/accounts.ts";
import { audit } from "../../../db/queries/audit.ts";
import type { SiteRow } from "../../../db/queries/sites.ts";
import type { Tx } from "../../../db/store.ts";
import { type Runtime, servedSite } from "../../http/runtime.ts";
import { type CookieJar, cookieJar } from "./cookies.ts";
import { type Form, FormRefused } from "./form-body.ts";

/** One request of a browser: who is there, on which site, with which cookies. */
export interface Visit {
  request: Request;
  requestId: string;
  url: URL;
  runtime: Runtime;
  /** Path of the stylesheet. */
  stylesheet: string;
  now: Date;
  site: SiteRow;
  /** Origin of the site, without a slash at the end. */
  base: string;
  cookies: CookieJar;
  session: SessionRow | null;
  account: Account | null;
}

/** The site in whose name mails of this visit are written. */
export const mailingSite = ({ site, base }: Visit): MailingSite => ({ name: site.name, base });

const sessionSeconds = 30 * 86_400;

export async function visitOf(
  request: Request,
  requestId: string,
  runtime: Runtime,
  stylesheet: string,
): Promise<Visit> {
  const now = runtime.now();
  const { read } = runtime.store;
  const {
    site,
    urls: { base },
  } = await servedSite(request, runtime);
  const cookies = cookieJar(request, base.startsWith("https:"));
  const session = await sessionOf(read, cookies.get("session"), now);
  const account = (session && (await accountById(read, session.accountId))) ?? null;
  if (session) runtime.lastUsed.touch("session", session.id);
  return {
    request,
    requestId,
    url: urlOf(request, base),
    runtime,
    stylesheet,
    now,
    site,
    base,
    cookies,
    session,
    account,
  };
}

// What a client puts into `Host` need not be part of an address, so only path and query are taken.
const urlOf = (request: Request, base: string) =>
  new URL(base + (/^[^:/?#]+:\/\/[^/?#]*([^#]*)/.exec(request.url)?.[1] ?? ""));

/**
 * The token every form of this browser carries. It follows from a random cookie and from the session, so that a form
 * of another person, or from before signing in, is worth nothing.
 */
export function formToken({ cookies }: Visit): string {
  let secret = cookies.get("form");
  if (secret?.length !== 43) {
    secret = newSecret();
    cookies.set("form", secret);
  }
  const session = cookies.get("session");
  return derivedSecret(secret, session ? hashSecret(session) : "", "form");
}

/** Throws 403 unless the form was sent by a page of ours to this very browser. */
export function checkForm(visit: Visit, form: Form): void {
  const { request, base, cookies } = visit;
  const refuse = (): never => {
    throw new FormRefused(
      403,
      "This form is from another page or has grown old. Nothing was done. Go back, reload the page and send it again.",
    );
  };
  const origin = request.headers.get("origin");
  const from = request.headers.get("sec-fetch-site");
  if (origin !== null && origin !== ownOrigin(request, base)) refuse();
  if (from !== null && from !== "same-origin") refuse();
  if (!cookies.get("form") || hashSecret(form.raw("form_token")) !== hashSecret(formToken(visit))) refuse();
}

// The address in the browser: loopback names and sites' hosts all reach this process.
const ownOrigin = (request: Request, base: string) =>
  `${new URL(base).protocol}//${(request.headers.get("host") ?? "").toLowerCase()}`;

/** Signs the browser in: a new session, the one it had ends. */
export async function signIn(visit: Visit, tx: Tx, account: Account, how: string): Promise<void> {
  const { session, now, request, requestId, cookies } = visit;
  if (session) await deleteSessions(tx, session.accountId, { id: session.id });
  const token = await startSession(tx, account.id, request.headers.get("user-agent") ?? "", now);
  await audit(tx, { accountId: account.id, via: "browser", action: "session.start", detail: { how }, requestId }, now);
  cookies.set("session", token, sessionSeconds);
  cookies.clear("form");
}

/** The sentence on what was just done, where the address of the page names one. */
export const noticeOf = ({ url }: Visit, notices: Record<string, string>): string | undefined =>
  lookup(notices, url.searchParams.get("done") ?? "");

/** Writes down what the signed-in person does, in the transaction that does it. */
export const auditVisit = (
  { account, requestId, now }: Visit,
  tx: Tx,
  action: string,
  more: { subject?: string; detail?: Record<string, unknown> } = {},
): Promise<void> => audit(tx, { accountId: account!.id, via: "browser", action, requestId, ...more }, now);
