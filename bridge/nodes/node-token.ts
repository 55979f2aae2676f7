import { timingSafeEqual } from "node:crypto";
import { markOf } from "#db/keys/sealed-text.ts";
import type { Db } from "#db/store/store.ts";

/** Header that proves a request comes from a node: only nodes have the key to create its value. */
const markField = "slipway-node";
/** Header with the client for whom a node forwards a request. */
const clientField = "slipway-client";

/** Distinguishes requests of nodes from other requests. */
export interface NodeToken {
  /** Returns the headers of a request to another node, with the client's IP address if it is forwarded. */
  fields(address?: string): Record<string, string>;
  isOfNode(request: Request): boolean;
  /** Returns the client of a forwarded request, or null. */
  clientOf(request: Request): string | null;
}

/** Derives the token from the keys beside this node's copy of the database. */
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
  // Compared as bytes: equal text lengths can have different byte lengths.
  const [theirs, ours] = [Buffer.from(given), Buffer.from(mark)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}
