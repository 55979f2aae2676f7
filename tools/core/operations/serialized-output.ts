/** An output as JSON. MCP adds the JSON of its text and, if it is shorter than the output, of its structured content. */
export interface SerializedOutput {
  readonly json: string;
  mcp?: { text: string; structured: string | null };
}

const ready = new WeakMap<object, SerializedOutput>();

/** Wraps items that are already JSON. REST sends them unchanged; they are parsed only if `items` is read. */
export function withSerializedItems<Item, Rest extends object>(items: readonly string[], rest: Rest) {
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
    get json() {
      return `{"items":${json()},${JSON.stringify(rest).slice(1)}`;
    },
  });
  return list;
}

export const serializedOf = (output: object): SerializedOutput | undefined => ready.get(output);
export const jsonOf = (output: object): string => serializedOf(output)?.json ?? JSON.stringify(output);

interface Unparsed {
  serialized: SerializedOutput;
  output?: object;
}

const parsedOf = (unparsed: Unparsed) => (unparsed.output ??= JSON.parse(unparsed.serialized.json) as object);

const parsing: ProxyHandler<Unparsed> = {
  get: (unparsed, field) => Reflect.get(parsedOf(unparsed), field),
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
