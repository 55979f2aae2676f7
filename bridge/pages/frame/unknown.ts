import { answerFault } from "./answers.ts";
import type { Visit } from "./visit.ts";
import { wayBack } from "./way-back.ts";

/** Answers whatever address no page has. */
export const answerUnknown = async (visit: Visit): Promise<Response> =>
  answerFault(visit, { status: 404, title: "There is no such page", more: wayBack(visit.site) });
