import type { CDPSession } from "puppeteer";

// These functions run inside the page in an isolated world. The page can change the document that they read, but not
// the built-in functions that they call.

const measure = `({
  isLoading: document.readyState === "loading",
  textLength: document.body?.innerText.trim().length ?? 0,
})`;

const serialise = (maxBytes: number) => `(() => {
  const root = document.documentElement;
  // This document has no window, so nothing in it runs or loads.
  const inert = document.implementation.createHTMLDocument();
  const copyOf = (original) => {
    const copy = inert.importNode(original, true);
    if (!(original instanceof Element)) return copy;
    const copies = [copy, ...copy.querySelectorAll("*")];
    for (const [index, { shadowRoot }] of [original, ...original.querySelectorAll("*")].entries())
      if (shadowRoot) copies[index].prepend(...[...shadowRoot.childNodes].map(copyOf));
    return copy;
  };
  const hasShadow = root && [root, ...root.querySelectorAll("*")].some((element) => element.shadowRoot);
  const shown = hasShadow ? copyOf(root) : root;
  const html = (document.doctype ? "<!doctype html>" : "") + (shown?.outerHTML ?? "");
  const { read } = new TextEncoder().encodeInto(html, new Uint8Array(${maxBytes}));
  return { url: document.URL, html: html.slice(0, read) };
})()`;

export const measureDocument = (session: CDPSession, frameId: string) =>
  evaluate<{ isLoading: boolean; textLength: number }>(session, frameId, measure);

/** Returns the document as at most `maxBytes` of UTF-8 HTML, including the content of open shadow roots. */
export const serialiseDocument = (session: CDPSession, frameId: string, maxBytes: number) =>
  evaluate<{ url: string; html: string }>(session, frameId, serialise(maxBytes));

/** Evaluates an expression in the page. Rejects while the page is moving from one document to the next. */
async function evaluate<Result>(session: CDPSession, frameId: string, expression: string): Promise<Result> {
  const ports = await session.send("Page.createIsolatedWorld", { frameId, worldName: "slipway" });
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    contextId: ports.executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return result.value;
}
