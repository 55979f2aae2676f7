import { metaName } from "../token.ts";

/** Elements that a head can contain (HTML, section 4.2). Any other element starts the body. */
const headTags = new Set(["html", "head", "title", "base", "link", "meta", "style", "script", "noscript", "template"]);

export interface HeadFacts {
  values: string[];
  /** Whether the body has a verification tag, which a visitor of the site may have written. */
  isInBody: boolean;
  hasScripts: boolean;
}

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
