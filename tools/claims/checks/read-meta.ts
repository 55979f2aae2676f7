import { metaName } from "../token.ts";

/** Elements that may stand in a head (HTML, section 4.2); anything else begins the body. */
const headTags = new Set(["html", "head", "title", "base", "link", "meta", "style", "script", "noscript", "template"]);

export interface HeadFacts {
  /** Contents of our tags in the head. */
  values: string[];
  /** Whether one of ours stands in the body, where visitors of a site may have written it. */
  isInBody: boolean;
  hasScripts: boolean;
}

/** Reads what the head of a page says to us. Never throws. */
export function readMeta(bytes: Uint8Array): HeadFacts {
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
