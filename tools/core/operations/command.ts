/** The help lists the nouns in this order. */
export const commandNouns = {
  site: "Manage sites",
  category: "Manage categories",
  post: "Manage blog posts",
  product: "Manage products and prices",
  order: "Manage orders",
  rate: "Manage exchange rates for sites that do not sell in euros",
  listing: "Manage listings in any status",
  founder: "Manage founder profiles",
  award: "List awards of closed weeks and months",
  vote: "Exclude votes of the current week or include them again",
  user: "Manage accounts",
  rule: "Manage the rules against abuse",
  key: "Manage API keys",
  jobs: "Manage background jobs, such as mail and scheduled tasks",
} as const;

export type CommandNoun = keyof typeof commandNouns;

/** The fields of `items`, or any name if the schema is unknown. */
type ColumnOf<Output> = string extends keyof Output
  ? string
  : Output extends { items: readonly (infer Item)[] }
    ? keyof Item & string
    : never;

/** The command of an operation. Its options come from the input, and their help from `.describe()`. */
export interface CommandOf<Input, Output> {
  /** Noun, verb and arguments. `<x>` is the field of that name; all other fields are options. */
  name: `${CommandNoun} ${string}`;
  description: string;
  /** Absent if the command needs no site. */
  site?: "option" | "argument";
  options?: Partial<Record<keyof Input & string, string>>;
  columns?: readonly ColumnOf<Output>[];
  /**
   * The success message. If there is no message and there are no columns, the command prints the fields of the output.
   */
  done?(output: Output, input: Input): string;
}
