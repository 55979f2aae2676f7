import type { Problem } from "#tools/core/errors/errors.ts";
import { problemText } from "#tools/core/errors/problem-text.ts";
import type { Operation, Tool } from "#tools/core/operations/define.ts";
import { isNamed, quality } from "../../http/server/accept.ts";
import { everyAnswer } from "../../http/server/plain-answer.ts";
import type { Exchange, Payload } from "../../http/server/respond.ts";
import type { Page } from "./layout.ts";

const markdown = "text/markdown";
export const markdownType = `${markdown}; charset=utf-8`;

/**
 * Returns whether the client prefers Markdown. Browsers never ask for Markdown, so a client that ranks Markdown and
 * HTML equally wants Markdown.
 */
export function prefersMarkdown({ headers }: Request): boolean {
  const accept = headers.get("accept");
  if (!isNamed(accept, markdown)) return false;
  const wanted = quality(accept, markdown);
  return wanted > 0 && wanted >= quality(accept, "text/html");
}

export const textOf = (
  operation: Operation & Partial<Pick<Tool, "text">>,
  output: Record<string, unknown>,
): string[] => (operation.text ? [operation.text(output)] : []);

/** A page as Markdown: its own text, or else the text responses of its operations. */
export const markdownPage = (page: Page, texts: readonly string[], maxAge: number): Payload => ({
  body: `${page.text ?? (texts.length > 0 ? texts.join("\n\n") : `# ${page.title}\n\n${page.description ?? ""}`)}\n`,
  contentType: markdownType,
  cacheControl: `public, max-age=${maxAge}`,
  headers: {
    "content-security-policy": "default-src 'none'",
    ...(page.canonical && { link: `<${page.canonical}>; rel="canonical"` }),
  },
});

/** Returns 404 with the error text that assistants get. */
export const missingMarkdown = (problem: Problem, { request, requestId }: Exchange): Response =>
  new Response(request.method === "HEAD" ? null : `${problemText(problem)}\n`, {
    status: 404,
    headers: {
      ...everyAnswer,
      "content-type": markdownType,
      "cache-control": "no-store",
      "x-request-id": requestId,
    },
  });
