import type { Claim } from "#db/queries/claims/claims.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { linkOf } from "./checks/check.ts";
import { verificationTarget } from "./rules.ts";
import { filePath, markedToken, metaName, recordLabel, repositoryFile } from "./token.ts";

export function instructionsOf(claim: Claim, { base }: SiteUrls) {
  const { method: type, token, url, email } = claim;
  const { domain, origin, forge, name } = verificationTarget(url);
  const publish = (name: string, value: string | null, where: string) => ({ type, name, value, where });
  if (type === "dns") {
    const where = `The proof is a TXT record in the DNS of ${domain}. Most DNS hosts add the domain automatically: enter only ${recordLabel} as the name there.`;
    return publish(`${recordLabel}.${domain}`, markedToken(token), where);
  }
  if (type === "email") {
    // The value is secret: only the email's recipient may know it.
    const where = `We emailed a link to ${email}. Open it within 24 hours and press the button on the page. Opening the link alone does not confirm the claim.`;
    return publish(email!, null, where);
  }
  if (type === "meta" && forge) {
    const where = `The proof is the website link on ${name} or on its owner's profile. We check it again every month, so leave it there.`;
    return publish("website", linkOf(base, claim), where);
  }
  if (type === "meta") {
    const where = `The proof is this tag in the head of ${origin}/: <meta name="${metaName}" content="${token}">`;
    return publish(metaName, token, where);
  }
  const where = forge
    ? `The proof is a text file with this name in the default branch of ${name}, with the value on a line of its own.`
    : `The proof is a text file at ${origin}/${filePath}, with the value on a line of its own.`;
  return publish(forge ? repositoryFile : `/${filePath}`, markedToken(token), where);
}
