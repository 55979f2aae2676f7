import { answerFault } from "./answers.ts";
import { notFoundLinks } from "./search-form.ts";
import type { Visit } from "./visit.ts";

export const answerUnknown = async (visit: Visit): Promise<Response> =>
  answerFault(visit, { status: 404, title: "Page not found", more: notFoundLinks(visit.site) });
