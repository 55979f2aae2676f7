import { isEmailAddress } from "#auth/email-address.ts";
import { safeReturnTo } from "#auth/return-to.ts";
import { derivedSecret, newSecret } from "#auth/secrets.ts";
import { signInByProvider } from "#auth/sign-in.ts";
import { normalizeEmail } from "#db/queries/accounts/accounts.ts";
import { nameLength, personName } from "#tools/account/shared/rules.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import { type PendingSignIn, ProviderRefused } from "../../outbound/openid.ts";
import { answerFault, answerRedirect } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { authContextOf, browserOf, keepSession, type Visit } from "../frame/visit.ts";

const callbackPath = "/sign-in/provider/callback";
const pendingSeconds = 600;

// All that belongs to one attempt follows from a random value that only this browser holds.
const pendingOf = (secret: string): PendingSignIn => ({
  state: derivedSecret(secret, "", "state"),
  nonce: derivedSecret(secret, "", "nonce"),
  codeVerifier: derivedSecret(secret, "", "verifier"),
});

export const providerPage = definePage({
  path: "/sign-in/provider",
  name: "provider_begin",
  audience: "everyone",
  async get(visit) {
    const { runtime, cookies, url, base } = visit;
    if (!runtime.provider) return notOffered(visit);
    const returnTo = safeReturnTo(url.searchParams.get("return_to")) ?? "";
    const secret = newSecret();
    try {
      const location = await runtime.provider.begin(base + callbackPath, pendingOf(secret));
      cookies.set("provider", `${secret}.${Buffer.from(returnTo).toString("base64url")}`, pendingSeconds);
      return answerRedirect(visit, location);
    } catch (error) {
      return refused(visit, error);
    }
  },
});

export const providerCallbackPage = definePage({
  path: callbackPath,
  name: "provider_callback",
  audience: "everyone",
  async get(visit) {
    const { runtime, cookies, url, base, request } = visit;
    const { provider } = runtime;
    if (!provider) return notOffered(visit);
    const [secret, path = ""] = (cookies.get("provider") ?? "").split(".");
    cookies.clear("provider");
    if (!secret) return refused(visit, new ProviderRefused("this browser began no sign-in"));
    try {
      const network = clientNetwork(request, runtime);
      await runtime.slowDown?.take("sign_in", network, null);
      const identity = await provider.finish(url, base + callbackPath, pendingOf(secret));
      const email = identity.email && normalizeEmail(identity.email);
      const isProved = email && identity.isEmailVerified && isEmailAddress(email);
      // A name that people could not type here is left out: it must not keep anybody from signing in.
      const { data: name = "" } = personName.safeParse([...identity.name].slice(0, nameLength).join(""));
      const proved = { ...identity, name, email: isProved ? email : null };
      const outcome = await signInByProvider(authContextOf(visit), browserOf(visit), proved);
      if ("refusal" in outcome) return notJoined(visit, outcome.refusal, provider.label);
      await runtime.slowDown?.forgive(network, null);
      keepSession(visit, outcome.token, outcome.account);
      return answerRedirect(visit, safeReturnTo(Buffer.from(path, "base64url").toString()) ?? "/account");
    } catch (error) {
      return refused(visit, error);
    }
  },
});

const notOffered = (visit: Visit): Response =>
  answerFault(visit, {
    status: 404,
    title: "Not offered here",
    text: html`This server has no other provider to sign in through. <a href="/sign-in">Sign in here</a>.`,
  });

function refused(visit: Visit, error: unknown): Response {
  if (!(error instanceof ProviderRefused)) throw error;
  visit.runtime.log.warn({ request_id: visit.requestId, err: error }, "sign-in through the provider failed");
  return answerFault(visit, {
    status: 400,
    title: "Signing in did not work",
    text: html`The answer of the provider could not be used, or it took too long. Nothing was changed. <a href="/sign-in">Try again</a>, or have a link emailed to you.`,
  });
}

const notJoined = (visit: Visit, refusal: "unproved" | "suspended", provider: string): Response =>
  answerFault(visit, {
    status: 403,
    title: "This sign-in cannot be used",
    text:
      refusal === "unproved"
        ? html`${provider} does not say that your email there is confirmed, so we cannot tell that it is yours. Confirm it there and come back, or <a href="/sign-up">create an account here</a> with a link we email you.`
        : "This account is suspended.",
  });
