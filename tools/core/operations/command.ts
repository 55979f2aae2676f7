/** Nouns of the command line with what they are about, in the order of its help. */
export const commandNouns = {
  site: "Manage sites",
  category: "Manage categories",
  post: "Manage blog posts",
  product: "Manage products and prices",
  order: "Manage orders",
  rate: "Manage exchange rates of sites that do not sell in euros",
  listing: "Manage listings in any status",
  founder: "Manage founder profiles",
  award: "List awards of closed weeks and months",
  vote: "Exclude and include votes of the current week",
  user: "Manage accounts",
  key: "Manage API keys",
  jobs: "Manage background jobs, such as mail and scheduled tasks",
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
