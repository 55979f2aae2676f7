import type { Outbound } from "../../core/outbound.ts";
import { isEqual, isMarked, markedToken } from "../token.ts";
import { fetchWithin, statusFinding } from "./fetch-within.ts";
import { type Finding, found, missed, shown } from "./finding.ts";

const limits = { maxBytes: 64 * 1024, timeoutMs: 10_000 };
const mostLines = 100;

/** Where a file has to be, and what to do where there is none. */
interface FilePlace {
  url: string;
  /** No redirect out of it is followed. */
  domain: string | null;
  missing: string;
}

/** Looks for a claim's line in a file; other claims may have lines of their own there. */
export async function checkFile(
  outbound: Pick<Outbound, "fetch">,
  { url, domain, missing }: FilePlace,
  token: string,
  signal: AbortSignal,
): Promise<Finding> {
  const { answer, finding } = await fetchWithin(outbound, url, domain, limits, signal);
  if (finding) return finding;
  const fault = statusFinding(answer, missing);
  if (fault) return fault;
  const text = new TextDecoder().decode(answer.bytes);
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/, mostLines)
    .map((line) => line.trim());
  if (lines.some((line) => isEqual(line, markedToken(token)))) return found;
  if (/^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text))
    return missed(
      "not_a_file",
      `${url} is a web page and not the file: the site answers every address with a page. Put the file there as it is.`,
    );
  if (isMarked(text))
    return missed("other_claim", `The file at ${url} is of another claim. Add a line with the value of this claim.`);
  const [first = ""] = lines;
  return missed(
    "wrong_value",
    `The file at ${url} ${first === "" ? "begins with an empty line" : `begins with ${shown(first)}`} and has no line with the value of this claim.`,
  );
}
