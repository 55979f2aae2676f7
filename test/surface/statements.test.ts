import { expect, test } from "bun:test";
import { join } from "node:path";
import ts from "typescript";
import { temporary } from "../support/server/temporary.ts";

const root = join(import.meta.dir, "../..");

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

function declaredStatements(contents: Record<string, string> = {}): Map<string, Declared> {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const paths = [...new Bun.Glob("db/**/*.ts").scanSync(root)].filter((path) => !/\.test\.ts$/.test(path));
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  host.readFile = (file) => contents[file.replace(`${root}/`, "")] ?? readFile(file);
  const program = ts.createProgram(
    paths.map((path) => join(root, path)),
    options,
    host,
  );
  const checker = program.getTypeChecker();
  const declared = new Map<string, Declared>();
  for (const path of paths) {
    const file = program.getSourceFile(join(root, path))!;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.getText() === "preparedSql") {
        const [row, params] = (node.typeArguments ?? []).map((argument) => checker.getTypeFromTypeNode(argument));
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        declared.set(`${path}:${line + 1}`, { row: rowOf(row), params: paramsOf(checker, params) });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
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
function misfits(statements: readonly Statement[], declared: ReadonlyMap<string, Declared>): string[] {
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

async function prepareAll(): Promise<Statement[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "prepare-statements.ts"), temporary], {
    stdout: "pipe",
    // A function that ends in a call of preparedSql would be missing from its stack.
    env: { ...process.env, BUN_JSC_useTailCalls: "0" },
  });
  return JSON.parse(await new Response(child.stdout).text()) as Statement[];
}

test("every SQL statement fits the schema, and gives and takes what its call declares", async () => {
  const statements = await prepareAll();
  expect(statements.length).toBeGreaterThan(400);
  const declared = declaredStatements();
  expect(misfits(statements, declared)).toEqual([]);
  const seen = new Set(statements.map(({ site }) => site));
  expect([...declared.keys()].filter((site) => !seen.has(site))).toEqual([]);
  // The check itself: a wrong alias and a missing parameter are found.
  const text = await Bun.file(join(root, "db/queries/accounts/access.ts")).text();
  const broken = declaredStatements({
    "db/queries/accounts/access.ts": text
      .replace("preparedSql<{ id: number }, [number, string]>", "preparedSql<{ key: number }, [number, string]>")
      .replace("preparedSql<never, [number, number]>", "preparedSql<never, [number]>"),
  });
  expect(misfits(statements, broken)).toHaveLength(2);
});
