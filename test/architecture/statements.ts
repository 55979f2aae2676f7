import { join } from "node:path";
import ts from "typescript";
import { temporary } from "../support/server/temporary.ts";
import { type Code, root } from "./program.ts";

/** A statement as SQLite prepares it, and where `preparedSql` was called. */
interface Statement {
  site: string;
  columns?: string[];
  params?: number;
  fault?: string;
}

/** What a call of `preparedSql` says of its rows and parameters; null where it leaves that to its caller. */
interface Declared {
  row: string[] | null;
  /** Fewest and most parameters. */
  params: [number, number] | null;
}

/** Returns the calls of `preparedSql` in a file by their place. */
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

/** Where a statement does not fit what its call declares, in words. */
export function misfits(statements: readonly Statement[], declared: ReadonlyMap<string, Declared>): string[] {
  return statements.flatMap(({ site, columns = [], params = 0, fault }) => {
    if (fault) return [`${site}: ${fault}`];
    const said = declared.get(site);
    if (!said) return [`${site}: no call of preparedSql`];
    const [least, most] = said.params ?? [params, params];
    return [
      ...(said.row && sorted(said.row) !== sorted(columns)
        ? [`${site}: gives ${sorted(columns)}, declares ${sorted(said.row)}`]
        : []),
      ...(params < least || params > most ? [`${site}: takes ${params} parameters, declares ${least}`] : []),
    ];
  });
}

export async function prepareAll(): Promise<Statement[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "prepare-statements.ts"), temporary], {
    stdout: "pipe",
    // A function that ends in a call of preparedSql would be missing from its stack.
    env: { ...process.env, BUN_JSC_useTailCalls: "0" },
  });
  return JSON.parse(await new Response(child.stdout).text()) as Statement[];
}

/** Has a wrong alias and lacks a parameter; its statements are those of the file that it is a copy of. */
export const brokenAccess = "db/queries/accounts/broken-access.ts";
export const soundAccess = "db/queries/accounts/access.ts";
export const brokenStatements = async () => ({
  [brokenAccess]: (await Bun.file(join(root, soundAccess)).text())
    .replace("preparedSql<{ id: number }, [number, string]>", "preparedSql<{ key: number }, [number, string]>")
    .replace("preparedSql<never, [number, number]>", "preparedSql<never, [number]>"),
});
