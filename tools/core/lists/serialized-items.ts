const ready = new WeakMap<object, () => string>();

/**
 * A list of items that are JSON already. REST sends them as they stand; whoever looks at `items` has them parsed then.
 */
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

/** An answer as JSON. */
export const jsonOf = (output: object): string => ready.get(output)?.() ?? JSON.stringify(output);
