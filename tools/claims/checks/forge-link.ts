import * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import type { Forge } from "../forges.ts";
import { isEqual } from "../token.ts";
import { type CheckResult, found, missed, quotedLine } from "./check-result.ts";
import { fetchWithinDomain } from "./fetch-within-domain.ts";

const limits = { maxBytes: 256 * 1024, timeoutMs: 10_000 };
const recordShape = z.record(z.string(), z.unknown());
const ownerShape = z.object({ login: z.string().min(1) });

export async function checkForgeLink(
  outbound: Pick<Outbound, "fetch">,
  links: NonNullable<Forge["links"]>,
  project: string,
  wanted: string,
  signal: AbortSignal,
): Promise<CheckResult> {
  const read = (url: string) => readRecord(outbound, url, signal);
  const projectRead = await read(links.project(project));
  if (projectRead.result) return projectRead.result;
  const projectLink = linkIn(projectRead.record, links.projectField);
  if (isWanted(projectLink, wanted)) return found;
  // The owner comes from the response, because the project may have moved. Anyone can register its former owner's name.
  const owner = ownerShape.safeParse(lookup(projectRead.record, "owner")).data?.login;
  const profile = owner === undefined ? null : await read(links.profile(owner));
  // A profile that cannot be read may have the right link, so the check has no final result yet.
  if (profile?.result?.isFound === false && profile.result.isTemporary) return profile.result;
  const profileLink = profile?.record ? linkIn(profile.record, links.profileField) : "";
  if (isWanted(profileLink, wanted)) return found;
  const other = projectLink || profileLink;
  return other === ""
    ? missed("no_link", "Neither the project nor its owner has a website link yet.")
    : missed("wrong_value", `The website link is ${quotedLine(other)}, which is not this claim's link.`);
}

const isWanted = (link: string, wanted: string) => isEqual(link.replace(/\/$/, ""), wanted);

type ForgeRead = { record: Record<string, unknown>; result?: undefined } | { record?: undefined; result: CheckResult };

async function readRecord(outbound: Pick<Outbound, "fetch">, url: string, signal: AbortSignal): Promise<ForgeRead> {
  const api = { url, domain: new URL(url).hostname, ifMissing: "Make the project public." };
  const { answer, result } = await fetchWithinDomain(outbound, api, limits, signal);
  return result ? { result } : { record: parsed(answer.bytes) };
}

function parsed(bytes: Uint8Array): Record<string, unknown> {
  try {
    return recordShape.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? {};
  } catch {
    return {};
  }
}

function linkIn(record: Record<string, unknown>, field: string): string {
  const link = lookup(record, field);
  return typeof link === "string" ? link.trim() : "";
}
