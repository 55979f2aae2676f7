import type { Outbound } from "../../core/ports/outbound.ts";
import { isEqual, isMarked, markedToken } from "../token.ts";
import { type CheckResult, found, missed, quotedLine } from "./check-result.ts";
import { fetchWithinDomain } from "./fetch-within-domain.ts";

const limits = { maxBytes: 64 * 1024, timeoutMs: 10_000 };
const maxLines = 100;

/** Looks for the claim's line. The file may also contain lines for other claims. */
export async function checkFile(
  outbound: Pick<Outbound, "fetch">,
  file: { url: string; domain: string | null; ifMissing: string },
  token: string,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { url } = file;
  const { answer, result } = await fetchWithinDomain(outbound, file, limits, signal);
  if (result) return result;
  const text = new TextDecoder().decode(answer.bytes).replace(/^\uFEFF/, "");
  // A web page can show a visitor's text on a line of its own, so lines in HTML prove nothing.
  const type = answer.headers.get("content-type") ?? "";
  if (/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type) || /^\s*<[a-z!?/]/i.test(text))
    return missed(
      "not_a_file",
      `${url} is a web page, not a text file. Upload the file and serve it as plain text (content type text/plain).`,
    );
  const lines = text.split(/\r\n?|\n/, maxLines).map((line) => line.trim());
  if (lines.some((line) => isEqual(line, markedToken(token)))) return found;
  if (isMarked(text))
    return missed("other_claim", `The file at ${url} belongs to another claim. Add a line with this claim's value.`);
  const start = lines[0] ? quotedLine(lines[0]) : "an empty line";
  return missed("wrong_value", `The file at ${url} starts with ${start} and has no line with this claim's value.`);
}
