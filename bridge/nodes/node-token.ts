import { timingSafeEqual } from "node:crypto";
import { markOf } from "#db/keys/sealed-text.ts";
import type { Db } from "#db/store/store.ts";

/** Header that proves that a request comes from a node. Only nodes have the key to create its value. */
const tokenHeader = "slipway-node";
/** Header that names the client for whom a node forwards a request. */
const clientHeader = "slipway-client";

export type NodeToken = ReturnType<typeof nodeToken>;

/** Derives the token from the keys stored beside this node's copy of the database. */
export function nodeToken(database: Pick<Db, "path">) {
  const token = markOf(database, "the nodes of this directory");
  const isFromNode = ({ headers }: Request) => isSame(headers.get(tokenHeader) ?? "", token);
  return {
    headers: (address?: string): Record<string, string> => ({
      [tokenHeader]: token,
      ...(address !== undefined && { [clientHeader]: address }),
    }),
    isFromNode,
    clientOf: (request: Request) => (isFromNode(request) ? request.headers.get(clientHeader) : null),
  };
}

function isSame(given: string, token: string): boolean {
  // The values are compared as bytes, because strings of equal length can have different byte lengths.
  const [theirs, ours] = [Buffer.from(given), Buffer.from(token)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}
