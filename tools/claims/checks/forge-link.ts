import * as z from "zod";
import { lookup } from "../../../db/lookup.ts";
import type { Outbound } from "../../core/outbound.ts";
import { isEqual } from "../token.ts";
import { fetchWithin } from "./fetch-within.ts";
import { type Finding, found, missed, shown } from "./finding.ts";

const limits = { maxBytes: 256 * 1024, timeoutMs: 10_000 };
const record = z.record(z.string(), z.unknown());

/** Looks for a claim's address as the website link of a project, or of its owner, as the forge's API tells it. */
export async function checkForgeLink(
  outbound: Pick<Outbound, "fetch">,
  links: { url: string; field: string }[],
  wanted: string,
  signal: AbortSignal,
): Promise<Finding> {
  const seen: string[] = [];
  let fault: Finding | null = null;
  for (const { url, field } of links) {
    const { answer, finding } = await fetchWithin(outbound, url, new URL(url).hostname, limits, signal);
    if (finding || answer.status !== 200) {
      fault ??=
        finding ?? missed("not_found", `The forge does not show this project (${answer.status}). Make it public.`);
      continue;
    }
    const link = linkIn(answer.bytes, field);
    if (isEqual(link.replace(/\/$/, ""), wanted)) return found;
    if (link) seen.push(link);
  }
  if (seen.length === 0 && fault) return fault;
  return seen.length === 0
    ? missed("no_link", "Neither the project nor its owner has a website link yet.")
    : missed("wrong_value", `The website link is ${shown(seen[0]!)}, which is not this claim's.`);
}

function linkIn(bytes: Uint8Array, field: string): string {
  try {
    const { data } = record.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    const link = data && lookup(data, field);
    return typeof link === "string" ? link.trim() : "";
  } catch {
    return "";
  }
}
