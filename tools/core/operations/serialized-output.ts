/** The listings of an output, for `Operation.counts`. */
export interface CountedListings {
  /** Ids in the order of the output. */
  ids: readonly number[];
  /** The number of all results of a search. */
  total: number;
  /** True if the listing was merged, so that REST and pages redirect to its own path. */
  isMoved: boolean;
}

/** An output as JSON. MCP adds the JSON of its text and, if it is shorter than the output, of its structured content. */
export interface SerializedOutput {
  readonly json: string;
  mcp?: { text: string; structured: string | null };
  /** Kept with a stored response, because reading its fields would parse it. */
  readonly counted?: CountedListings;
}

const ready = new WeakMap<object, SerializedOutput>();

/**
 * Wraps items that are already JSON. REST sends them unchanged; they are parsed only if `items` is read. `ids` are the
 * ids of the items.
 */
export function withSerializedItems<Item, Rest extends { total: number }>(
  items: readonly string[],
  ids: readonly number[],
  rest: Rest,
) {
  const json = () => `[${items.join()}]`;
  let parsed: Item[] | undefined;
  const list = {
    get items(): Item[] {
      parsed ??= JSON.parse(json()) as Item[];
      return parsed;
    },
    ...rest,
  };
  ready.set(list, {
    counted: { ids, total: rest.total, isMoved: false },
    get json() {
      return `{"items":${json()},${JSON.stringify(rest).slice(1)}`;
    },
  });
  return list;
}

export const serializedOf = (output: object): SerializedOutput | undefined => ready.get(output);
export const jsonOf = (output: object): string => serializedOf(output)?.json ?? JSON.stringify(output);

interface AnyListings {
  id?: number;
  items?: readonly { id: number }[];
  merged_from?: unknown;
}

/** Returns the listings of an output, which is a list of listings or a single one. */
export function countedListings(output: object): CountedListings {
  const known = ready.get(output)?.counted;
  if (known) return known;
  const { id, items, merged_from } = output as AnyListings;
  const ids = items?.map((item) => item.id) ?? [id!];
  return { ids, total: ids.length, isMoved: merged_from !== undefined };
}

interface Unparsed {
  serialized: SerializedOutput;
  output?: object;
}

const parsedOf = (unparsed: Unparsed) => (unparsed.output ??= JSON.parse(unparsed.serialized.json) as object);

const parsing: ProxyHandler<Unparsed> = {
  // `await` reads `then`, which no output has.
  get: (unparsed, field) => (field === "then" ? undefined : Reflect.get(parsedOf(unparsed), field)),
  has: (unparsed, field) => Reflect.has(parsedOf(unparsed), field),
  ownKeys: (unparsed) => Reflect.ownKeys(parsedOf(unparsed)),
  getOwnPropertyDescriptor: (unparsed, field) => Reflect.getOwnPropertyDescriptor(parsedOf(unparsed), field),
};

/** Returns an output that is parsed only if one of its fields is read. */
export function unparsedOutput<Output extends object>(serialized: SerializedOutput): Output {
  const output = new Proxy<Unparsed>({ serialized }, parsing) as unknown as Output;
  ready.set(output, serialized);
  return output;
}
