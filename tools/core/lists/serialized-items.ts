const ready = new WeakMap<object, () => string>();

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
  ready.set(list, () => `{"items":${json()},${JSON.stringify(rest).slice(1)}`);
  return list;
}

export const jsonOf = (output: object): string => ready.get(output)?.() ?? JSON.stringify(output);
