import { answerFault } from "./answers.ts";
import { html } from "./html.ts";
import type { PageRoute } from "./mount.ts";

/** Whatever address no page has. */
export const unknownPage: PageRoute = {
  path: "/*",
  operation: "unknown_page",
  handle: async (visit) =>
    answerFault(visit, {
      status: 404,
      title: "There is no such page",
      text: html`It may have moved, or the address may have a slip in it. <a href="/">Go to the front page of ${visit.site.name}</a>.`,
    }),
};
