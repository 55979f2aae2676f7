import * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import type { Forge } from "../forges.ts";
import { isEqual } from "../token.ts";
import { type CheckResult, found, missed, shown } from "./check-result.ts";
import { fetchWithin, statusResult } from "./fetch-within.ts";

const limits = { maxBytes: 256 * 1024, timeoutMs: 10_000 };
const answerShape = z.record(z.string(), z.unknown());
const ownerShape = z.object({ login: z.string().min(1) });

/** Looks for a claim's address as the website link of a project, or of its owner, as the forge's API tells it. */
export async function checkForgeLink(
  outbound: Pick<Outbound, "fetch">,
  links: NonNullable<Forge["links"]>,
  project: string,
  wanted: string,
  signal: AbortSignal,
): Promise<CheckResult> {
  const read = (url: string) => readRecord(outbound, url, signal);
  const shownProject = await read(links.project(project));
  if (shownProject.result) return shownProject.result;
  const projectLink = linkIn(shownProject.record, links.projectField);
  if (isWanted(projectLink, wanted)) return found;
  // Who owns it now: a project may have moved, and then its old owner's name is anybody's to register.
  const owner = ownerShape.safeParse(lookup(shownProject.record, "owner")).data?.login;
  const profile = owner === undefined ? null : await read(links.profile(owner));
  // A link that stands there is told of first; a profile that cannot be read now may still have the right one.
  if (profile?.result?.isFound === false && profile.result.isTemporary) return profile.result;
  const profileLink = profile?.record ? linkIn(profile.record, links.profileField) : "";
  if (isWanted(profileLink, wanted)) return found;
  const other = projectLink || profileLink;
  return other === ""
    ? missed("no_link", "Neither the project nor its owner has a website link yet.")
    : missed("wrong_value", `The website link is ${shown(other)}, which is not this claim's.`);
}

const isWanted = (link: string, wanted: string) => isEqual(link.replace(/\/$/, ""), wanted);

type Answer = { record: Record<string, unknown>; result?: undefined } | { record?: undefined; result: CheckResult };

async function readRecord(outbound: Pick<Outbound, "fetch">, url: string, signal: AbortSignal): Promise<Answer> {
  const { answer, result } = await fetchWithin(outbound, url, new URL(url).hostname, limits, signal);
  const fault = result ?? statusResult(answer, "Make the project public.");
  return fault ? { result: fault } : { record: parsed(answer!.bytes) };
}

function parsed(bytes: Uint8Array): Record<string, unknown> {
  try {
    return answerShape.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? {};
  } catch {
    return {};
  }
}

function linkIn(record: Record<string, unknown>, field: string): string {
  const link = lookup(record, field);
  return typeof link === "string" ? link.trim() : "";
}
