import { answerFault } from "./answers.ts";
import { notFoundLinks } from "./not-found-links.ts";
import type { Visit } from "./visit.ts";

/** Answers whatever address no page has. */
export const answerUnknown = async (visit: Visit): Promise<Response> =>
  answerFault(visit, { status: 404, title: "There is no such page", more: notFoundLinks(visit.site) });
