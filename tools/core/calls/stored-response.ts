import { commitState } from "#db/store/store.ts";
import { count } from "#db/values/counters.ts";
import { dayMs } from "#db/values/week.ts";
import type { CallContext } from "../operations/context.ts";
import type { AnyOperation } from "../operations/define.ts";
import {
  type CountedListings,
  countedListings,
  jsonOf,
  type SerializedOutput,
  unparsedOutput,
} from "../operations/serialized-output.ts";

/** The limit for the responses of all sites and tools in this process. */
const maxBytes = 8 * 2 ** 20;
/** The memory that a response takes besides its texts. */
const entryBytes = 256;

/** The responses in the order of their last use. */
const responses = new Map<string, StoredResponse>();
let bytes = 0;

class StoredResponse implements SerializedOutput {
  #bytes = 0;
  #mcp: SerializedOutput["mcp"];

  constructor(
    readonly key: string,
    readonly json: string,
    /** The state of the database in which the operation last returned this output. */
    public state: object,
    readonly counted: CountedListings | undefined,
  ) {
    responses.get(key)?.evict();
    this.#count(entryBytes + bytesOf(key) + bytesOf(json));
    this.touch();
  }

  get mcp() {
    return this.#mcp;
  }

  set mcp(parts) {
    this.#mcp = parts;
    if (responses.get(this.key) === this) this.#count(bytesOf(parts!.text) + bytesOf(parts!.structured ?? ""));
  }

  touch(): void {
    responses.delete(this.key);
    responses.set(this.key, this);
  }

  evict(): void {
    responses.delete(this.key);
    bytes -= this.#bytes;
  }

  #count(more: number): void {
    this.#bytes += more;
    bytes += more;
    for (const oldest of responses.values()) {
      if (bytes <= maxBytes) return;
      oldest.evict();
    }
  }
}

// A text of ASCII characters takes one byte for each of them.
const bytesOf = (text: string) => (Buffer.byteLength(text) === text.length ? 1 : 2) * text.length;

// Only responses that are requested again are stored. Otherwise, a crawl of all listings would evict the popular ones.
const requested = new Set<number>();
const maxRequested = 2 ** 15;

// A nearly full cache takes only every eighth of them. Otherwise, clients that repeat a round of more responses than
// fit would evict each one before its next request.
const nearlyFull = 0.9 * maxBytes;
const oneIn = 8;
let refused = 0;

function isWorthStoring(key: string): boolean {
  const hash = Bun.hash.xxHash32(key);
  if (requested.has(hash)) return bytes < nearlyFull || ++refused % oneIn === 0;
  if (requested.size === maxRequested) requested.clear();
  requested.add(hash);
  return false;
}

const hit = 'slipway_cache_reads_total{cache="responses",result="hit"}';
const miss = 'slipway_cache_reads_total{cache="responses",result="miss"}';

/**
 * Returns the operation's output from the cache, unless a process has committed a change since it was stored. In that
 * case, the operation runs again. If the output is still the same, only its text for MCP is reused. A transaction that
 * writes never uses the cache.
 */
export async function storedResponse(
  { name, run, counts }: Pick<AnyOperation, "name" | "run" | "counts">,
  context: CallContext,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { read, site, urls, now } = context;
  const state = commitState(read);
  const respond = async () => (await run(context, input)) as Record<string, unknown>;
  if (state === null) return respond();
  const key = JSON.stringify([name, site.id, urls.api, Math.floor(now.getTime() / dayMs), input]);
  const stored = responses.get(key);
  stored?.touch();
  const isCurrent = stored?.state === state;
  count(isCurrent ? hit : miss);
  if (isCurrent) return unparsedOutput(stored);
  const output = await respond();
  if (!stored && !isWorthStoring(key)) return output;
  const json = jsonOf(output);
  if (stored?.json !== json)
    return unparsedOutput(new StoredResponse(key, json, state, counts && countedListings(output)));
  stored.state = state;
  return unparsedOutput(stored);
}
