import { type Outbound, OutboundError } from "../../core/ports/outbound.ts";
import type { Renderer } from "../../core/ports/renderer.ts";
import { isWithin } from "../rules.ts";
import { isEqual, metaName } from "../token.ts";
import { type CheckResult, found, missed, quotedLine } from "./check-result.ts";
import { fetchWithinDomain } from "./fetch-within-domain.ts";

const limits = { maxBytes: 512 * 1024, timeoutMs: 10_000 };
const renderMs = 12_000;

export async function checkMeta(
  { fetch, renderer }: Pick<Outbound, "fetch"> & { renderer: Renderer | null },
  { origin, domain }: { origin: string; domain: string | null },
  token: string,
  signal: AbortSignal,
): Promise<CheckResult> {
  const page = { url: `${origin}/`, domain, ifMissing: "Add a home page with the tag." };
  const { answer, result } = await fetchWithinDomain({ fetch }, page, limits, signal);
  if (result) return result;
  const plain = readMeta(answer.bytes);
  if (hasToken(plain, token)) return found;
  if (!plain.hasScripts || renderer === null) return missing(plain, answer.url, plain.hasScripts);
  const html = await render(renderer, answer.url, domain, signal);
  if (html === null) return missing(plain, answer.url, false);
  const rendered = readMeta(html);
  if (hasToken(rendered, token)) return found;
  return missing(rendered.values.length > 0 || rendered.isInBody ? rendered : plain, answer.url, false);
}

const hasToken = ({ values }: HeadFacts, token: string) => values.some((value) => isEqual(value, token));

/** Renders the page. Returns null if the browser failed or was redirected to another domain. */
async function render(renderer: Renderer, url: string, domain: string | null, signal: AbortSignal) {
  try {
    const page = await renderer.render(url, { timeoutMs: renderMs, maxBytes: limits.maxBytes, signal });
    return page.status < 400 && isWithin(page.url, domain) ? new TextEncoder().encode(page.html) : null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OutboundError) return null;
    throw error;
  }
}

function missing({ values, isInBody }: HeadFacts, url: string, needsScripts: boolean): CheckResult {
  const [first] = values;
  if (first !== undefined)
    return missed(
      "wrong_value",
      values.length === 1
        ? `The tag on ${url} has the content ${quotedLine(first)}, which is not this claim's content.`
        : `The ${values.length} tags on ${url} belong to other claims. Add another tag with this claim's content; a page can have several.`,
    );
  if (isInBody) return missed("not_in_head", `The tag on ${url} is in the body. Move it to the head.`);
  return missed(
    "no_tag",
    needsScripts
      ? `The HTML that ${url} serves has no ${metaName} tag, and we could not run the page's scripts. Add the tag to the HTML.`
      : `There is no ${metaName} tag in the head of ${url} yet.`,
  );
}

/** Elements that a head can contain (HTML, section 4.2). Any other element starts the body. */
const headTags = new Set(["html", "head", "title", "base", "link", "meta", "style", "script", "noscript", "template"]);

interface HeadFacts {
  values: string[];
  /** Whether the meta tag is in the body, where it may come from a visitor to the website. */
  isInBody: boolean;
  hasScripts: boolean;
}

function readMeta(bytes: Uint8Array): HeadFacts {
  const facts: HeadFacts = { values: [], isInBody: false, hasScripts: false };
  let isHead = true;
  const rewriter = new HTMLRewriter().on("*", {
    element(element) {
      const tag = element.tagName;
      if (!headTags.has(tag)) isHead = false;
      if (tag === "script") facts.hasScripts = true;
      if (tag !== "meta" || element.getAttribute("name")?.trim().toLowerCase() !== metaName) return;
      if (isHead) facts.values.push((element.getAttribute("content") ?? "").trim());
      else facts.isInBody = true;
    },
  });
  rewriter.transform(new TextDecoder().decode(bytes));
  return facts;
}
