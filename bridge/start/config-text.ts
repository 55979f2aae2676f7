import * as z from "zod";
import { variables } from "./config-variables.ts";

const documentation = () =>
  Object.entries(variables).map(([name, schema]) => {
    const { description, fallback } = schema.meta() as { description: string; fallback?: string };
    return { name, fallback: fallback ?? defaultOf(schema), meaning: `${description}${valuesOf(schema)}` };
  });

export function configurationText(): string {
  const rows = documentation();
  const width = Math.max(...rows.map(({ name }) => name.length));
  const plain = (text: string) => text.replaceAll("`", "");
  return rows
    .map(({ name, fallback, meaning }) => `  ${name.padEnd(width)}  ${plain(meaning)} [${plain(fallback)}]`)
    .join("\n");
}

/** Returns the table of variables for docs/configuration.md, in Markdown. */
export function configurationTable(): string {
  const rows = documentation().map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`);
  return ["| Variable | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}

const defaultOf = (schema: z.ZodType) =>
  schema instanceof z.ZodDefault ? `\`${(schema as z.ZodDefault).parse(undefined)}\`` : "none";

function valuesOf(schema: z.ZodType): string {
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const values = (inner as z.ZodType).meta()?.values as string | undefined;
  return values ? ` (\`${values.replaceAll(", ", "`, `")}\`)` : "";
}
