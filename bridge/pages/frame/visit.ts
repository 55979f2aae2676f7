import type * as z from "zod";
import type { AuthContext } from "#auth/auth-context.ts";
import { allScopes, teamScopesOf } from "#auth/scopes.ts";
import { derivedSecret, hashSecret, newSecret } from "#auth/secrets.ts";
import { browserMark, sessionOf } from "#auth/sessions.ts";
import type { Browser } from "#auth/sign-in.ts";
import { type Account, accountByEmail, accountById } from "#db/queries/accounts/accounts.ts";
import type { SessionRow } from "#db/queries/accounts/bearers.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import { lookup } from "#db/values/lookup.ts";
import { type CallOptions, callTool } from "#tools/core/calls/call.ts";
import { type Actor, anonymous } from "#tools/core/operations/actor.ts";
import type { Operation } from "#tools/core/operations/define.ts";
import { note, noteOrigins } from "../../http/server/request-notes.ts";
import { type Runtime, requestContext, type ServedSite, servedSite, siteUrls } from "../../http/server/runtime.ts";
import { mailingSite } from "../../start/call-context.ts";
import type { Assets } from "./assets.ts";
import { type CookieJar, cookieJar } from "./cookies.ts";
import { type Form, FormRefused } from "./form-body.ts";

export interface Visit {
  request: Request;
  requestId: string;
  url: URL;
  runtime: Runtime;
  assets: Assets;
  now: Date;
  site: SiteRow;
  /** The site's origin, without a trailing slash. */
  base: string;
  cookies: CookieJar;
  session: SessionRow | null;
  account: Account | null;
  /** Calls an operation as the visitor. The input may be unchecked form data; the operation validates it. */
  call<Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Operation<Input, Output>,
    input: Unchecked<z.input<Input>>,
    options?: CallOptions,
  ): Promise<z.input<Output>>;
}

export type SignedInVisit = Visit & { account: Account; session: SessionRow };

/** Returns the visit as a signed-in visit, or null if there is no valid session. */
export const signedIn = (visit: Visit): SignedInVisit | null => {
  const { account, session } = visit;
  return account && session ? { ...visit, account, session } : null;
};

/** The query of a sign-in or sign-up page that afterwards leads to a path, or an empty text without a path. */
export const returnQuery = (returnTo: string | null): string =>
  returnTo === null ? "" : `?${new URLSearchParams({ return_to: returnTo })}`;

export const signInPath = (returnTo: string) => `/sign-in${returnQuery(returnTo)}`;

type Unchecked<Input> = { [Field in keyof Input]: unknown };

export const authContextOf = ({ runtime, site, base, requestId, now }: Visit): AuthContext => ({
  store: runtime.store,
  site: { id: site.id, ...mailingSite(site, base) },
  requestId,
  now,
});

export const browserOf = ({ session, request }: Visit): Browser => ({
  session,
  userAgent: request.headers.get("user-agent") ?? "",
});

/** Returns whether the browser sent a session cookie. The session may have expired. */
export const hasSession = (request: Request, { urls }: ServedSite): boolean =>
  cookieJar(request, urls.base.startsWith("https:")).get("session") !== undefined;

const sessionSeconds = 30 * 86_400;
const markSeconds = 365 * 86_400;

export async function visitOf(request: Request, requestId: string, runtime: Runtime, assets: Assets): Promise<Visit> {
  const now = runtime.now();
  const { read } = runtime.store;
  const served = await servedSite(request, runtime);
  const { base } = served.urls;
  const cookies = cookieJar(request, base.startsWith("https:"));
  const session = await sessionOf(read, cookies.get("session"), now);
  const account = (session && (await accountById(read, session.accountId))) ?? null;
  if (session) runtime.lastUsed.touch("session", session.id);
  return {
    request,
    requestId,
    url: urlOf(request, base),
    runtime,
    assets,
    now,
    site: served.site,
    base,
    cookies,
    session,
    account,
    call: callAs(account, { request, requestId, runtime, site: served.site }),
  };
}

/** Returns how a person calls operations in a request. A request that signs someone in can call them as that person. */
export function callAs(
  account: Account | null,
  { request, requestId, runtime, site }: Pick<Visit, "request" | "requestId" | "runtime" | "site">,
): Visit["call"] {
  const served = { site, urls: siteUrls(runtime, site) };
  const context = requestContext(request, requestId, runtime, served, personOf(account, site));
  return async (operation, input, options) =>
    (await callTool(operation, context, () => input, runtime.policy, options)).output;
}

const personOf = (account: Account | null, site: SiteRow): Actor =>
  account === null
    ? anonymous
    : {
        kind: "person",
        accountId: account.id,
        scopes: [...allScopes, ...teamScopesOf(account, site.id)],
        via: "browser",
        isTest: false,
        isReview: account.isReview,
      };

// A client may send an invalid `Host`, so only the path and query of the request URL are used.
export const urlOf = (request: Request, base: string) =>
  new URL(base + (/^[^:/?#]+:\/\/[^/?#]*([^#]*)/.exec(request.url)?.[1] ?? ""));

/**
 * The token in every form for this browser. It is derived from a random cookie and the session, so another person's
 * form, or one from before sign-in, is invalid.
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

/** Throws FormRefused (403) unless one of our pages sent the form from this browser. */
export function checkForm(visit: Visit, form: Form): void {
  const { request, base, cookies } = visit;
  const refuse = (reason?: string): never => {
    if (reason) note(request, { reason });
    throw new FormRefused(
      403,
      "This form is out of date or came from another site. Nothing was changed. Go back, reload the page and submit the form again.",
    );
  };
  const origin = request.headers.get("origin");
  const from = request.headers.get("sec-fetch-site");
  const own = ownOrigin(request, base);
  if (origin !== null && origin !== own) {
    noteOrigins(request, own, origin);
    refuse();
  }
  if (from !== null && from !== "same-origin") refuse("the form is from another site");
  if (!cookies.get("form")) refuse("the cookie of the form is missing");
  if (hashSecret(form.raw("form_token")) !== hashSecret(formToken(visit))) refuse("the token of the form is wrong");
}

// The origin that the browser uses. It may differ from `base`, because this process serves all sites and loopback
// names.
const ownOrigin = (request: Request, base: string) =>
  `${new URL(base).protocol}//${(request.headers.get("host") ?? "").toLowerCase()}`;

export function keepSession(visit: Visit, token: string, account: Account): void {
  visit.cookies.set("session", token, sessionSeconds);
  visit.cookies.clear("form");
  markBrowser(visit, account);
}

/** Marks the browser as one that has signed in to the account. */
export function markBrowser({ cookies }: Visit, account: Account): void {
  const mark = browserMark(account);
  if (mark !== null) cookies.set("browser", mark, markSeconds);
}

/** Returns whether the browser has signed in to the account with this email since the account's password was set. */
export async function isKnownBrowser({ cookies, runtime }: Visit, email: string): Promise<boolean> {
  const given = cookies.get("browser");
  const account = given === undefined ? undefined : await accountByEmail(runtime.store.read, email);
  const mark = account ? browserMark(account) : null;
  return given !== undefined && mark !== null && hashSecret(given) === hashSecret(mark);
}

/** Returns the notice for the query parameter `done`. */
export const noticeOf = ({ url }: Visit, notices: Record<string, string>): string | undefined =>
  lookup(notices, url.searchParams.get("done") ?? "");

// The path to return to carries what the visitor pressed. The sign-in page can then say why the person is there, and
// the page after it can ask the person to press again. Nothing happens automatically, because anyone can link to it.
const purposeParameter = "to";

type Purpose = "follow" | `vote.${string}`;

/** The sign-in page for someone who pressed a button on the page at `currentPath`. */
export function signInTo(purpose: Purpose, currentPath: string): string {
  const url = new URL(currentPath, "http://localhost");
  url.searchParams.set(purposeParameter, purpose);
  return signInPath(url.pathname + url.search);
}

/** Returns what a visitor pressed: the act, and the slug of the listing to vote for. */
export function purposeOf({ searchParams }: URL): { act: string; slug: string } {
  const [act = "", slug = ""] = (searchParams.get(purposeParameter) ?? "").split(".");
  return { act, slug };
}

/** Removes the purpose from a URL, for links back to the same page. */
export function withoutPurpose(url: URL): URL {
  if (url.searchParams.has(purposeParameter)) url.searchParams.delete(purposeParameter);
  return url;
}

const signedInNotices: Record<string, string> = {
  vote: "You are signed in. Press the arrow to vote.",
  follow: "You are signed in. Press Follow to get emails.",
};

export const signedInNotice = ({ url }: Pick<Visit, "url">): string | undefined =>
  lookup(signedInNotices, purposeOf(url).act);
