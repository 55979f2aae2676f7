import ts from "typescript";
import type { Code } from "./program.ts";

const open = ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown;

/**
 * Finds property accesses by text that is not known in advance: `table[text]` or `text in table`. Numbers and union
 * types of literals are allowed.
 */
export function textAsKey({ checker, visit }: Code, file: string): string[] {
  const isText = (key: ts.Expression): boolean => {
    // A cast such as `name as keyof typeof table` proves nothing; the type before it counts.
    const isCast = ts.isAsExpression(key) && !ts.isConstTypeReference(key.type);
    if (isCast || ts.isNonNullExpression(key) || ts.isParenthesizedExpression(key)) return isText(key.expression);
    const type = checker.getTypeAtLocation(key);
    const widest = checker.getBaseConstraintOfType(type) ?? type;
    return (widest.isUnion() ? widest.types : [widest]).some(({ flags }) => (flags & open) !== 0);
  };
  const found: string[] = [];
  visit(file, (node, line) => {
    const isInOperator = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword;
    const key = ts.isElementAccessExpression(node) ? node.argumentExpression : isInOperator ? node.left : null;
    if (key && isText(key)) found.push(`${file}:${line}: ${node.getText()}`);
  });
  return found;
}

/** Five forbidden lookups in different forms, and five allowed ones. */
export const brokenLookups = {
  "tools/core/broken-lookups.ts": `
    const table = { one: 1, two: 2 };
    export function faulty(text: string, anything: any, many: Record<string, number>) {
      return [table[text as keyof typeof table], table[(text as "one")!], many[text], many[anything], text in table];
    }
    export function right(name: keyof typeof table, list: number[], at: number, known: Map<string, number>) {
      return [table[name], table["one"], list[at], known.get(name), "one" in table];
    }`,
};
