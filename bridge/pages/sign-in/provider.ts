import { isEmailAddress } from "#auth/email-address.ts";
import { safeReturnTo } from "#auth/return-to.ts";
import { derivedSecret, newSecret } from "#auth/secrets.ts";
import { signInByProvider } from "#auth/sign-in.ts";
import { normalizeEmail } from "#db/queries/accounts/accounts.ts";
import { nameLength, personName } from "#tools/account/shared/rules.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import { type PendingSignIn, ProviderRefused, type SignInProvider } from "../../outbound/openid.ts";
import { answerFault, answerRedirect } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type Html, html } from "../frame/html.ts";
import { authContextOf, browserOf, keepSession, returnQuery, type Visit } from "../frame/visit.ts";
import { newcomerOf } from "./newcomer.ts";

const pendingSeconds = 600;

// All values of one sign-in attempt are derived from a random secret that only this browser has. They differ for each
// provider, so that one provider's response is never accepted as that of another.
const pendingOf = (secret: string, { key }: SignInProvider): PendingSignIn => ({
  state: derivedSecret(secret, key, "state"),
  nonce: derivedSecret(secret, key, "nonce"),
  codeVerifier: derivedSecret(secret, key, "verifier"),
});

const providerOf = ({ runtime, url }: Visit): SignInProvider | undefined =>
  runtime.providers.find(({ key }) => key === url.pathname.split("/")[2]);

const callbackOf = ({ base }: Visit, { key }: SignInProvider): string => `${base}/sign-in/${key}/callback`;

export const providerPage = definePage({
  path: "/sign-in/:provider",
  name: "provider_begin",
  audience: "everyone",
  async get(visit) {
    const { cookies, url } = visit;
    const provider = providerOf(visit);
    if (!provider) return notOffered(visit);
    const returnTo = safeReturnTo(url.searchParams.get("return_to")) ?? "";
    const secret = newSecret();
    try {
      const location = await provider.begin(callbackOf(visit, provider), pendingOf(secret, provider));
      cookies.set("provider", `${secret}.${Buffer.from(returnTo).toString("base64url")}`, pendingSeconds);
      return answerRedirect(visit, location);
    } catch (error) {
      return refused(visit, error);
    }
  },
});

export const providerCallbackPage = definePage({
  path: "/sign-in/:provider/callback",
  name: "provider_callback",
  audience: "everyone",
  async get(visit) {
    const { runtime, cookies, url, request } = visit;
    const provider = providerOf(visit);
    if (!provider) return notOffered(visit);
    const [secret, path = ""] = (cookies.get("provider") ?? "").split(".");
    cookies.clear("provider");
    if (!secret) return refused(visit, new ProviderRefused("this browser did not start a sign-in"));
    try {
      const network = clientNetwork(request, runtime);
      await runtime.slowDown?.take("sign_in", network, null);
      const identity = await provider.finish(url, callbackOf(visit, provider), pendingOf(secret, provider));
      const email = identity.email && normalizeEmail(identity.email);
      // An invalid name is left out, so that it does not prevent sign-in.
      const { data: name = "" } = personName.safeParse([...identity.name].slice(0, nameLength).join(""));
      const provided = { ...identity, name, email: email && isEmailAddress(email) ? email : null };
      const outcome = await signInByProvider(authContextOf(visit), browserOf(visit), provided, newcomerOf(visit));
      if ("refusal" in outcome) return cannotSignIn(visit, outcome.refusal, provider.label);
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
    title: "Not available",
    text: html`This site does not offer sign-in through this provider. <a href="/sign-in">Choose another way to sign in</a>.`,
  });

function refused(visit: Visit, error: unknown): Response {
  if (error instanceof Problem && error.code === "forbidden")
    return answerFault(visit, { status: 403, title: "You cannot create an account", text: error.detail });
  if (!(error instanceof ProviderRefused)) throw error;
  visit.runtime.log.warn({ request_id: visit.requestId, err: error }, "sign-in through the provider failed");
  return answerFault(visit, {
    status: 400,
    title: "Sign-in failed",
    text: html`The provider's response was not valid, or the sign-in took too long. Nothing was changed. <a href="/sign-in">Try again</a>, or request a sign-in link by email.`,
  });
}

const cannotSignIn = (visit: Visit, refusal: "unproved" | "suspended", provider: string): Response =>
  answerFault(visit, {
    status: 403,
    title: "You cannot sign in with this account",
    text:
      refusal === "unproved"
        ? html`${provider} has not confirmed that your email address is yours. Confirm the address there and try again, or <a href="/sign-up">create an account here</a>.`
        : "This account is suspended.",
  });

/** Returns one button for each provider, or null if there are none. */
export function providerButtons({ runtime }: Visit, returnTo: string | null): Html | null {
  if (runtime.providers.length === 0) return null;
  return html`${runtime.providers.map(
    ({
      key,
      label,
    }) => html`<p><a class="button" href="/sign-in/${key}${returnQuery(returnTo)}">Continue with ${label}</a></p>
`,
  )}`;
}
