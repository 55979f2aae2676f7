import { answerFault } from "./answers.ts";
import type { PageRoute } from "./mount.ts";
import { wayBack } from "./way-back.ts";

/** Whatever address no page has. */
export const unknownPage: PageRoute = {
  path: "/*",
  operation: "unknown_page",
  handle: async (visit) =>
    answerFault(visit, { status: 404, title: "There is no such page", more: wayBack(visit.site) }),
};
