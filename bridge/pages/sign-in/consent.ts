import {
  type AuthorizationRequest,
  allow,
  deny,
  RedirectedError,
  readAuthorizationRequest,
} from "#auth/oauth/authorize.ts";
import { OAuthError } from "#auth/oauth/errors.ts";
import { redirectTarget } from "#auth/oauth/redirects.ts";
import type { AuthorizationServer } from "#auth/oauth/server.ts";
import { isWriting, type Scope, scopes } from "#auth/scopes.ts";
import type { OAuthClient } from "#db/queries/accounts/credentials.ts";
import { grantsOfAccount } from "#db/queries/accounts/oauth.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import {
  policyFields,
  policyTerms,
  readPolicy,
  type TypedPolicy,
  typedOf,
  typedPolicy,
} from "../account/approval-policy-form.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { choices, type FieldErrors, hiddenField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { authContextOf, signInPath, type Visit } from "../frame/visit.ts";

const path = "/oauth/authorize";

/** The authorization endpoint (RFC 6749 §3.1). It always asks the user for consent. */
export const consentPage = definePage({
  path,
  name: "authorize",
  audience: "everyone",
  get: (visit) => respond(visit, visit.url.search.slice(1), null),
  // The authorization request is read from a hidden field and checked again, so the form cannot change the redirect's
  // target.
  post: (visit, form) => respond(visit, form.raw("query"), form),
});

async function respond(visit: Visit, search: string, form: Form | null): Promise<Response> {
  const { runtime, account } = visit;
  const server = runtime.authorization;
  const network = clientNetwork(visit.request, runtime);
  try {
    const request = await readAuthorizationRequest(server, new URLSearchParams(search), network);
    if (!account) return answerRedirect(visit, signInPath(`${path}?${search}`));
    return form ? await decide(server, visit, request, search, form) : render(visit, request, search, {});
  } catch (error) {
    if (error instanceof RedirectedError) return offerRedirect(visit, error);
    if (error instanceof OAuthError) return renderUntrusted(visit, error);
    throw error;
  }
}

async function decide(
  server: AuthorizationServer,
  visit: Visit,
  request: AuthorizationRequest,
  search: string,
  form: Form,
): Promise<Response> {
  if (form.text("decision") !== "allow") return answerRedirect(visit, deny(server, request));
  const chosen = request.scopes.filter((scope) => form.all("scope").includes(scope));
  if (chosen.length === 0)
    return render(visit, request, search, { scope: "Choose at least one permission, or choose “Do not allow”." });
  const errors: FieldErrors = {};
  const { id } = visit.account!;
  const typed = typedPolicy(form);
  // The page shows the policy only if the app requests write access. Otherwise the app keeps its policy.
  const approvalPolicy = request.scopes.some(isWriting)
    ? readPolicy(typed, visit, errors)
    : await currentPolicy(visit, request);
  if (Object.keys(errors).length > 0) return render(visit, request, search, errors, typed);
  return answerRedirect(visit, await allow(server, authContextOf(visit), request, id, chosen, approvalPolicy));
}

/** Returns the approval policy of the app's latest grant, so that a new consent does not remove its limits. */
async function currentPolicy(
  { runtime, account }: Visit,
  { client }: AuthorizationRequest,
): Promise<ApprovalPolicy | null> {
  const [latest] = (await grantsOfAccount(runtime.store.read, account!.id))
    .filter(({ clientId }) => clientId === client.id)
    .sort((one, other) => other.id - one.id);
  return latest?.approvalPolicy ?? null;
}

async function render(
  visit: Visit,
  request: AuthorizationRequest,
  search: string,
  errors: FieldErrors,
  typed?: TypedPolicy,
): Promise<Response> {
  const { client, redirectUri } = request;
  const { name, email } = visit.account!;
  const terms = await policyTerms(visit);
  const policy = typed ?? typedOf(await currentPolicy(visit, request));
  const target = redirectTarget(redirectUri);
  const { client_name } = client.metadata;
  const chosen: Scope[] = errors.scope ? [] : request.scopes;
  return answerPage(visit, {
    title: `Allow ${client_name}?`,
    layout: "narrow",
    formTargets: formTarget(target.formAction),
    errors,
    body: html`<h1>Allow <span class="name">${client_name}</span> to access your account?</h1>
<div class="card">
<dl class="facts">
<div><dt>App</dt><dd><strong>${client_name}</strong>${origin(client)}</dd></div>
<div><dt>Returns you to</dt><dd><code>${target.label}</code>${
      target.isLoopback &&
      html`<p class="hint">This is an app on this computer. Continue only if you started it yourself.</p>`
    }</dd></div>
<div><dt>Your account</dt><dd>${name && html`${name}, `}${email}</dd></div>
</dl>
${pageForm(
  visit,
  path,
  html`${hiddenField("query", search)}
${choices({
  type: "checkbox",
  name: "scope",
  label: "Permissions",
  hint: "Untick what you do not want to allow.",
  options: request.scopes.map((scope) => ({ value: scope, label: scopes[scope] })),
  chosen,
  error: errors.scope,
})}
${request.scopes.some(isWriting) && policyFields("app", terms, policy, errors)}
<div class="actions">
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Do not allow</button>
</div>`,
)}
</div>
<p class="hint">The app never sees your password and cannot make payments. You can disconnect it at any time under <a href="/account/apps">Connected apps</a>.</p>
${pageForm(
  visit,
  "/sign-out",
  html`${hiddenField("return_to", `${path}?${search}`)}<p class="hint">Not you? <button class="plain">Sign in with another account</button></p>`,
)}`,
  });
}

/** Shows where the app comes from. Only the URL of a metadata document proves the origin. */
function origin({ id, kind, metadata }: OAuthClient): HtmlValue {
  if (kind === "document") return html`<p class="hint">From <code>${new URL(id).host}</code></p>`;
  return html`<p class="hint">${
    metadata.client_uri && html`Website: <code>${new URL(metadata.client_uri).host}</code>. `
  }Unverified app: we have not checked its name or website.</p>`;
}

// A source is added only if its characters cannot change the Content-Security-Policy. CSP 3 §2.3.1 has no syntax for
// IPv6, so only the scheme is used for `[::1]`.
function formTarget(source: string): string[] {
  if (source.startsWith("http://[::1]")) return ["http:"];
  return /^[a-z][a-z0-9+.-]*:(?:\/\/[a-z0-9.-]+(?::\d+)?)?$/.test(source) ? [source] : [];
}

/**
 * Offers a link instead of redirecting. Anyone can register a client, so an automatic redirect after an error would
 * make our site an open redirector (RFC 9700 §4.11.2).
 */
const offerRedirect = (visit: Visit, { error, redirectUri, location }: RedirectedError): Response =>
  renderError(
    visit,
    "The app's request was invalid. No access was given.",
    `${error.code}: ${error.description}`,
    html`<p><a class="button" href="${location}" rel="noreferrer">Go back to ${redirectTarget(redirectUri).label}</a></p>
<p class="hint">Go back only if you came from that site. We have not checked who owns it.</p>`,
  );

const renderUntrusted = (visit: Visit, { description }: OAuthError): Response =>
  renderError(
    visit,
    "We cannot verify the app's request, so we are not sending you back to the app. No access was given.",
    description,
    html`<p class="hint">Try connecting the app again. If the problem persists, send the message above to the app's developer.</p>`,
  );

const renderError = (visit: Visit, text: string, details: string, more: Html): Response =>
  answerFault(visit, {
    status: 400,
    title: "This app cannot be connected",
    text,
    more: html`<div class="card">
<h2>For the app's developer</h2>
<p><code>${details}</code></p>
</div>
${more}`,
  });
