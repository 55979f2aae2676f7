import type { Claim } from "#db/queries/claims/claims.ts";
import type { ClaimMethod } from "#db/schema/vocabulary.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { linkOf } from "./checks/check.ts";
import { verificationTarget } from "./rules.ts";
import { filePath, markedToken, metaName, recordLabel, repositoryFile } from "./token.ts";

export interface Instructions {
  type: ClaimMethod;
  name: string;
  /** Exact content; null for an emailed link, which only its recipient may know. */
  value: string | null;
  where: string;
}

export function instructionsOf(claim: Claim, { base }: SiteUrls): Instructions {
  const { method: type, token, url, email } = claim;
  const { domain, origin, forge, name } = verificationTarget(url);
  switch (type) {
    case "dns":
      return {
        type,
        name: `${recordLabel}.${domain}`,
        value: markedToken(token),
        where: `A TXT record in the DNS of ${domain}. Most DNS hosts add the domain automatically: enter only ${recordLabel} as the name there.`,
      };
    case "meta":
      return forge
        ? {
            type,
            name: "website",
            value: linkOf(base, claim),
            where: `The website link of ${name}, or of its owner's profile. We check it again every month, so leave it there.`,
          }
        : {
            type,
            name: metaName,
            value: token,
            where: `A tag in the head of ${origin}/: <meta name="${metaName}" content="${token}">`,
          };
    case "file":
      return forge
        ? {
            type,
            name: repositoryFile,
            value: markedToken(token),
            where: `A text file with this name in the default branch of ${name}, with the value as a line.`,
          }
        : {
            type,
            name: `/${filePath}`,
            value: markedToken(token),
            where: `A text file at ${origin}/${filePath}, with the value as a line.`,
          };
    case "email":
      return {
        type,
        name: email!,
        value: null,
        where: `We emailed a link to ${email}. Open it within 24 hours and press its button. Opening it alone confirms nothing.`,
      };
  }
}
