import type { Outbound } from "../../core/ports/outbound.ts";
import { isEqual, isMarked, markedToken } from "../token.ts";
import { type CheckResult, found, missed, shown } from "./check-result.ts";
import { fetchWithin, statusResult } from "./fetch-within.ts";

const limits = { maxBytes: 64 * 1024, timeoutMs: 10_000 };
const maxLines = 100;

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
): Promise<CheckResult> {
  const { answer, result } = await fetchWithin(outbound, url, domain, limits, signal);
  if (result) return result;
  const fault = statusResult(answer, missing);
  if (fault) return fault;
  const text = new TextDecoder().decode(answer.bytes).replace(/^\uFEFF/, "");
  // A page of a site may show a visitor's words on a line of their own, so no line of it proves anything.
  const type = answer.headers.get("content-type") ?? "";
  if (/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type) || /^\s*<[a-z!?/]/i.test(text))
    return missed(
      "not_a_file",
      `${url} is a web page and not a text file. Upload the file and serve it as plain text (content type text/plain).`,
    );
  const lines = text.split(/\r\n?|\n/, maxLines).map((line) => line.trim());
  if (lines.some((line) => isEqual(line, markedToken(token)))) return found;
  if (isMarked(text))
    return missed("other_claim", `The file at ${url} is of another claim. Add a line with the value of this claim.`);
  const [first = ""] = lines;
  return missed(
    "wrong_value",
    `The file at ${url} ${first === "" ? "begins with an empty line" : `begins with ${shown(first)}`} and has no line with the value of this claim.`,
  );
}
