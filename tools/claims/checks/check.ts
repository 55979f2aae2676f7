import type { Claim } from "#db/queries/claims/claims.ts";
import type { Outbound, TxtLookup } from "../../core/ports/outbound.ts";
import type { Renderer } from "../../core/ports/renderer.ts";
import { verificationTarget } from "../rules.ts";
import { filePath, repositoryFile } from "../token.ts";
import { type CheckResult, missed } from "./check-result.ts";
import { checkDns } from "./dns.ts";
import { checkFile } from "./file.ts";
import { checkForgeLink } from "./forge-link.ts";
import { checkMeta } from "./meta.ts";

export interface ProofPorts extends TxtLookup, Pick<Outbound, "fetch"> {
  renderer: Renderer | null;
}

export const linkOf = (base: string, { slug, token }: Pick<Claim, "slug" | "token">): string =>
  `${base}/listings/${slug}?claim=${token}`;

/** Checks a claim's proof. Rejects only with the signal's reason. */
export async function checkProof(
  ports: ProofPorts,
  claim: Pick<Claim, "url" | "method" | "token" | "slug">,
  base: string,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { token, method } = claim;
  const target = verificationTarget(claim.url);
  if (!target.methods.includes(method))
    return missed("method_gone", "The listing's URL has changed, and this method cannot verify the new one.");
  if (target.forge) {
    const { forge, project } = target.forge;
    if (method === "meta") return checkForgeLink(ports, forge.links!, project, linkOf(base, claim), signal);
    const url = forge.file(project, repositoryFile);
    const ifMissing = "Add the file to the default branch, and make the project public.";
    return checkFile(ports, { url, domain: new URL(url).hostname, ifMissing }, token, signal);
  }
  if (method === "dns") return checkDns(ports, target.domain!, token, signal);
  if (method === "meta") return checkMeta(ports, target, token, signal);
  const { origin, domain } = target;
  return checkFile(
    ports,
    { url: `${origin}/${filePath}`, domain, ifMissing: "Upload the file to this URL." },
    token,
    signal,
  );
}
