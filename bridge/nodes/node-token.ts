import { timingSafeEqual } from "node:crypto";
import { markOf } from "#db/keys/sealed-text.ts";
import type { Db } from "#db/store/store.ts";

/** Nodes know each other by this field: what it holds only they can make, who have the same keys beside the database. */
const markField = "slipway-node";
/** From one node to another: for whom a request is passed on. */
const clientField = "slipway-client";

/** How nodes tell each other's requests from those of the world. */
export interface NodeToken {
  /** The fields of a request to another node, on behalf of the client at `address` where there is one. */
  fields(address?: string): Record<string, string>;
  isOfNode(request: Request): boolean;
  /** For whom another node passed a request on; null where none did. */
  clientOf(request: Request): string | null;
}

/** `database` is this node's copy, beside which its keys lie. */
export function nodeToken(database: Pick<Db, "path">): NodeToken {
  const mark = markOf(database, "the nodes of this directory");
  const isOfNode = ({ headers }: Request) => isSame(headers.get(markField) ?? "", mark);
  return {
    fields: (address) => ({ [markField]: mark, ...(address !== undefined && { [clientField]: address }) }),
    isOfNode,
    clientOf: (request) => (isOfNode(request) ? request.headers.get(clientField) : null),
  };
}

function isSame(given: string, mark: string): boolean {
  // In bytes: as many characters may be more of them.
  const [theirs, ours] = [Buffer.from(given), Buffer.from(mark)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}
