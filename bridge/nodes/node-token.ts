import { isMarkOf, markOf } from "#db/keys/sealed-text.ts";
import type { Db } from "#db/store/store.ts";

/** Header that proves that a request comes from a node. Only nodes have the key to create its value. */
const tokenHeader = "slipway-node";
/** Header that names the client for whom a node forwards a request. */
const clientHeader = "slipway-client";

export type NodeToken = ReturnType<typeof nodeToken>;

const subject = "the nodes of this directory";

/**
 * Derives the token from the keys stored beside this node's copy of the database. After a rotation, nodes accept the
 * former token for some days.
 */
export function nodeToken(database: Pick<Db, "path">) {
  const token = () => markOf(database, subject, "node");
  const isFromNode = ({ headers }: Request) => {
    const given = headers.get(tokenHeader);
    return given !== null && isMarkOf(database, subject, given, "node");
  };
  return {
    headers: (address?: string): Record<string, string> => ({
      [tokenHeader]: token(),
      ...(address !== undefined && { [clientHeader]: address }),
    }),
    isFromNode,
    clientOf: (request: Request) => (isFromNode(request) ? request.headers.get(clientHeader) : null),
  };
}
