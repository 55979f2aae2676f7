/** Nouns of the command line with what they are about, in the order of its help. */
export const commandNouns = {
  site: "sites of the network",
  category: "categories of a site",
  post: "posts of a site's blog",
  product: "what a site sells",
  order: "what was ordered and paid",
  rate: "exchange rates, for sites that do not sell in euros",
  listing: "listings in any state",
  founder: "founders of companies",
  award: "awards of closed weeks and months",
  vote: "votes of the running week",
  user: "accounts of people",
  key: "API keys of accounts",
  jobs: "work done outside requests: mail, scheduled work",
} as const;

export type CommandNoun = keyof typeof commandNouns;

/** Fields of the records in `items`, or any name where the schema is not known. */
type ColumnOf<Output> = string extends keyof Output
  ? string
  : Output extends { items: readonly (infer Item)[] }
    ? keyof Item & string
    : never;

/** The command of an operation. Its options come from the input, their help from `.describe()`. */
export interface CommandOf<Input, Output> {
  /** Noun, verb and arguments; `<x>` is the field of that name, all other fields are options. */
  name: `${CommandNoun} ${string}`;
  description: string;
  /** How the operator names the site of the call: with `--site`, or as the argument `<key>`. Absent if it is about none. */
  site?: "option" | "argument";
  /** Names of options and arguments that differ from their fields. */
  options?: Partial<Record<keyof Input & string, string>>;
  /** Columns of a list, whose records are in `items`. */
  columns?: readonly ColumnOf<Output>[];
  /** The line that reports success. Without it and without columns, the command prints the output's fields. */
  done?(output: Output, input: Input): string;
}
