import type { Claim } from "#db/queries/claims/claims.ts";
import { lookup } from "#db/values/lookup.ts";
import type { ProofErrorCode } from "./checks/check-result.ts";
import { verificationTarget } from "./rules.ts";

const publish = "Publish the value under the name above.";
const correct = "Correct the published proof. The error of the last check explains how.";
const waitAndRetry = "Keep the value published, and have it checked again in a few minutes.";
const repairSite = "Fix the website as the error of the last check explains, or claim by another method.";
const otherMethod = "Claim by another method. This one does not work for the listing's website.";

const sentences: Record<ProofErrorCode, string | ((name: string) => string)> = {
  no_record: publish,
  not_found: publish,
  no_tag: publish,
  no_link: publish,
  wrong_name: correct,
  wrong_value: correct,
  not_in_head: correct,
  not_a_file: correct,
  other_claim: "Keep the existing proof, and add this claim's value beside it.",
  no_domain: (name) => `The domain ${name} was not found. Check the listing's website, or claim by another method.`,
  unresolvable: (name) =>
    `The website of ${name} was not found. Check the listing's website, or claim by another method.`,
  server_failure: waitAndRetry,
  timeout: waitAndRetry,
  rate_limited: waitAndRetry,
  connection: waitAndRetry,
  browser: waitAndRetry,
  not_checked: waitAndRetry,
  http_status: repairSite,
  refused: repairSite,
  redirect: repairSite,
  too_many_redirects: repairSite,
  tls: repairSite,
  protocol: repairSite,
  too_large: repairSite,
  bad_url: otherMethod,
  forbidden_scheme: otherMethod,
  forbidden_port: otherMethod,
  has_credentials: otherMethod,
  forbidden_address: otherMethod,
  method_gone: otherMethod,
};

/** Whether publishing the value again cannot succeed as long as the website is as it was at the last check. */
export function isBlocked({ errorCode }: Pick<Claim, "errorCode">): boolean {
  const sentence = errorCode !== null && lookup(sentences, errorCode);
  return typeof sentence === "function" || sentence === repairSite || sentence === otherMethod;
}

/** Returns what the person does next about a proof, by the error of its last check. */
export function proofAdvice({ errorCode, url }: Pick<Claim, "errorCode" | "url">): string {
  const sentence = (errorCode !== null && lookup(sentences, errorCode)) || publish;
  return typeof sentence === "string" ? sentence : sentence(verificationTarget(url).name);
}
