import { join } from "node:path";
import ts from "typescript";
import { temporary } from "../support/server/temporary.ts";
import { type Code, root } from "./program.ts";

/** A statement as SQLite prepares it, with the place of its `preparedSql` call. */
interface Statement {
  site: string;
  columns?: string[];
  params?: number;
  fault?: string;
}

/** Rows and parameters that a `preparedSql` call declares; null if it leaves them open. */
interface Declared {
  row: string[] | null;
  /** Minimum and maximum number. */
  params: [number, number] | null;
}

export function declaredStatements({ checker, visit }: Code, file: string): Map<string, Declared> {
  const declared = new Map<string, Declared>();
  visit(file, (node, line) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== "preparedSql") return;
    const [row, params] = (node.typeArguments ?? []).map((argument) => checker.getTypeFromTypeNode(argument));
    declared.set(`${file}:${line}`, { row: rowOf(row), params: paramsOf(checker, params) });
  });
  return declared;
}

function rowOf(type: ts.Type | undefined): string[] | null {
  if (!type || type.flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.Never)) return null;
  const names = type.getProperties().map(({ name }) => name);
  return names.length === 0 ? null : names;
}

function paramsOf(checker: ts.TypeChecker, type: ts.Type | undefined): [number, number] | null {
  if (!type || !checker.isTupleType(type)) return null;
  const { fixedLength, minLength, hasRestElement } = (type as ts.TupleTypeReference).target;
  return [minLength, hasRestElement ? Number.POSITIVE_INFINITY : fixedLength];
}

const sorted = (names: readonly string[]) => [...names].sort().join(", ");

/** Returns the differences between statements and their declarations, as text. */
export function misfits(statements: readonly Statement[], declared: ReadonlyMap<string, Declared>): string[] {
  return statements.flatMap(({ site, columns = [], params = 0, fault }) => {
    if (fault) return [`${site}: ${fault}`];
    const call = declared.get(site);
    if (!call) return [`${site}: no call of preparedSql`];
    const [min, max] = call.params ?? [params, params];
    return [
      ...(call.row && sorted(call.row) !== sorted(columns)
        ? [`${site}: returns ${sorted(columns)}, declares ${sorted(call.row)}`]
        : []),
      ...(params < min || params > max ? [`${site}: takes ${params} parameters, declares ${min}`] : []),
    ];
  });
}

export async function prepareAll(): Promise<Statement[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "prepare-statements.ts"), temporary], {
    stdout: "pipe",
    // Tail calls would remove functions from the stack.
    env: { ...process.env, BUN_JSC_useTailCalls: "0" },
  });
  return JSON.parse(await new Response(child.stdout).text()) as Statement[];
}

/** A copy of another file, with a wrong alias and a missing parameter. */
export const brokenAccess = "db/queries/accounts/broken-access.ts";
export const soundAccess = "db/queries/accounts/access.ts";
export const brokenStatements = async () => ({
  [brokenAccess]: (await Bun.file(join(root, soundAccess)).text())
    .replace("preparedSql<{ id: number }, ", "preparedSql<{ key: number }, ")
    .replace("preparedSql<never, [number, number]>", "preparedSql<never, [number]>"),
});
