import type { CDPSession } from "puppeteer";

// These functions run inside the page in an isolated world. A page cannot change what they call, only what they find.

const measure = `({
  isLoading: document.readyState === "loading",
  textLength: document.body?.innerText.trim().length ?? 0,
})`;

const serialise = (maxBytes: number) => `(() => {
  const root = document.documentElement;
  // A document without a window, in which nothing runs or loads.
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

/** The document as HTML of at most `maxBytes` in UTF-8, including the content of open shadow roots. */
export const serialiseDocument = (session: CDPSession, frameId: string, maxBytes: number) =>
  evaluate<{ url: string; html: string }>(session, frameId, serialise(maxBytes));

/** Rejects while the page is between two documents. */
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
