import type { Claim } from "#db/queries/claims/claims.ts";
import type { Outbound, TxtLookup } from "../../core/ports/outbound.ts";
import type { Renderer } from "../../core/ports/renderer.ts";
import { proofPlace } from "../rules.ts";
import { filePath, repositoryFile } from "../token.ts";
import { type CheckResult, missed } from "./check-result.ts";
import { checkDns } from "./dns.ts";
import { checkFile } from "./file.ts";
import { checkForgeLink } from "./forge-link.ts";
import { checkMeta } from "./meta.ts";

/** What looking for proofs needs from outside. */
export interface ProofPorts extends TxtLookup, Pick<Outbound, "fetch"> {
  renderer: Renderer | null;
}

/** Where a claim's website link leads, which is what a forge has to show. */
export const linkOf = (base: string, { slug, token }: Pick<Claim, "slug" | "token">): string =>
  `${base}/listings/${slug}?claim=${token}`;

/** Looks for the proof of a claim where its instructions say. Rejects only with the signal's reason. */
export async function checkProof(
  ports: ProofPorts,
  claim: Pick<Claim, "url" | "method" | "token" | "slug">,
  base: string,
  signal: AbortSignal,
): Promise<CheckResult> {
  const place = proofPlace(claim.url);
  if (!place.methods.includes(claim.method))
    return missed("method_gone", "The address of the listing has changed, and this method cannot prove the new one.");
  const { token, method } = claim;
  if (place.forge) {
    const { forge, project } = place.forge;
    if (method === "meta") return checkForgeLink(ports, forge.links!, project, linkOf(base, claim), signal);
    const url = forge.file(project, repositoryFile);
    const missing = "Add it to the default branch, and make the project public.";
    return checkFile(ports, { url, domain: new URL(url).hostname, missing }, token, signal);
  }
  if (method === "dns") return checkDns(ports, place.domain!, token, signal);
  if (method === "meta") return checkMeta(ports, place, token, signal);
  return checkFile(
    ports,
    { url: `${place.origin}/${filePath}`, domain: place.domain, missing: "Put the file there." },
    token,
    signal,
  );
}
