/** In the order of the help. */
export const commandNouns = {
  site: "sites of the network",
  category: "categories of a site",
  post: "posts of a site's blog",
  product: "products that a site sells",
  order: "orders and payments",
  rate: "exchange rates, for sites that do not sell in euros",
  listing: "listings in any status",
  founder: "founders of companies",
  award: "awards of closed weeks and months",
  vote: "votes of the current week",
  user: "user accounts",
  key: "API keys of accounts",
  jobs: "background jobs, such as mail and scheduled work",
} as const;

export type CommandNoun = keyof typeof commandNouns;

/** The fields of `items`, or any name if the schema is unknown. */
type ColumnOf<Output> = string extends keyof Output
  ? string
  : Output extends { items: readonly (infer Item)[] }
    ? keyof Item & string
    : never;

/** The command of an operation. Options come from the input and their help from `.describe()`. */
export interface CommandOf<Input, Output> {
  /** Noun, verb and arguments. `<x>` is the field of that name; all other fields are options. */
  name: `${CommandNoun} ${string}`;
  description: string;
  /** Absent if the command needs no site. */
  site?: "option" | "argument";
  options?: Partial<Record<keyof Input & string, string>>;
  columns?: readonly ColumnOf<Output>[];
  /** The success message. Without it and without columns, the command prints the fields of the output. */
  done?(output: Output, input: Input): string;
}
