import { expect, test } from "bun:test";
import { join } from "node:path";
import ts from "typescript";
import { temporary } from "../support/server/temporary.ts";

const root = join(import.meta.dir, "../..");
const read = (path: string) => ts.readConfigFile(path, ts.sys.readFile).config;
const { fileNames, options } = ts.parseJsonConfigFileContent(read(join(root, "tsconfig.json")), ts.sys, root);
const open = ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown;

/**
 * Where text that is known only when it arrives names a property: `table[text]` or `text in table`. Numbers, and names
 * that the type lists one by one, are none.
 */
function textAsKey(program: ts.Program, file: ts.SourceFile): string[] {
  const checker = program.getTypeChecker();
  const isText = (key: ts.Expression): boolean => {
    // `name as keyof typeof table` says what is hoped for; what it was before counts.
    const isHope = ts.isAsExpression(key) && !ts.isConstTypeReference(key.type);
    if (isHope || ts.isNonNullExpression(key) || ts.isParenthesizedExpression(key)) return isText(key.expression);
    const type = checker.getTypeAtLocation(key);
    const widest = checker.getBaseConstraintOfType(type) ?? type;
    return (widest.isUnion() ? widest.types : [widest]).some(({ flags }) => (flags & open) !== 0);
  };
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isAsked = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword;
    const key = ts.isElementAccessExpression(node) ? node.argumentExpression : isAsked ? node.left : null;
    if (key && isText(key)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file.fileName.replace(`${root}/`, "")}:${line + 1}: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test("text never indexes a plain object, which would also find what every object inherits (db/values/lookup.ts)", () => {
  const own = fileNames.filter((path) => !/\/test\/|\.test\.ts$|\/db\/values\/lookup\.ts$/.test(path));
  expect(own.length).toBeGreaterThan(200);
  const program = ts.createProgram(own, options);
  expect(own.flatMap((path) => textAsKey(program, program.getSourceFile(path)!))).toEqual([]);
}, 300_000);

test("the search above finds indexing by text however it is written, and nothing else", async () => {
  const path = join(temporary, "lookups.ts");
  await Bun.write(
    path,
    `const table = { one: 1, two: 2 };
    export function faulty(text: string, anything: any, many: Record<string, number>) {
      return [table[text as keyof typeof table], table[(text as "one")!], many[text], many[anything], text in table];
    }
    export function right(name: keyof typeof table, list: number[], at: number, known: Map<string, number>) {
      return [table[name], table["one"], list[at], known.get(name), "one" in table];
    }`,
  );
  const program = ts.createProgram([path], { ...options, types: [] });
  expect(textAsKey(program, program.getSourceFile(path)!)).toHaveLength(5);
});
