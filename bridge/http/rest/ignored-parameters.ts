import type { Warning } from "#tools/core/errors/errors.ts";
import { suggestField } from "#tools/core/errors/field-names.ts";

const maxNamed = 10;
const maxNameLength = 80;

export function ignoredParameters(names: string[], known: readonly string[]): Warning[] {
  return [...new Set(names)].slice(0, maxNamed).map((name) => {
    const field = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
    const suggestion = suggestField(name.slice(0, maxNameLength), known);
    return {
      field,
      code: "unknown_parameter",
      message: `"${field}" is not a query parameter of this operation and was ignored.`,
      ...(suggestion !== null && { fix: `Did you mean ${suggestion}?` }),
    };
  });
}

export const withWarnings = (output: Record<string, unknown>, warnings: Warning[]): Record<string, unknown> => ({
  ...output,
  warnings: [...((output.warnings as Warning[] | undefined) ?? []), ...warnings],
});
