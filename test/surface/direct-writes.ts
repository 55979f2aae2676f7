import { join, relative } from "node:path";
import ts from "typescript";

const root = join(import.meta.dir, "../..");

/**
 * Finds where files write to the database themselves, as `file: what`: calls of `Store.write` under whatever name, places
 * that pass it on as a value, and imports of functions that take its transaction. `contents` gives files by path that are
 * not on the disk.
 */
export function directWrites(files: string[], contents: Record<string, string> = {}): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  const given = new Map(Object.entries(contents).map(([file, text]) => [join(root, file), text]));
  host.readFile = (file) => given.get(file) ?? readFile(file);
  host.fileExists = (file) => given.has(file) || fileExists(file);
  const paths = [...files, ...Object.keys(contents)].map((file) => join(root, file));
  const program = ts.createProgram(paths, options, host);
  const checker = program.getTypeChecker();
  return paths.flatMap((path) => {
    const found = new Set<string>();
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isStoreWrite(checker, node)) found.add("opens a write transaction");
      if (ts.isPropertyAccessExpression(node) && isPassedOn(checker, node)) found.add("passes a write transaction on");
      if (ts.isImportSpecifier(node) && takesTx(checker, node)) found.add(`imports ${node.name.text}`);
      ts.forEachChild(node, visit);
    };
    visit(program.getSourceFile(path)!);
    return [...found].map((what) => `${relative(root, path)}: ${what}`);
  });
}

const isWriteOfStore = (declared: ts.Node | undefined): boolean =>
  declared !== undefined &&
  ts.isMethodSignature(declared) &&
  declared.name.getText() === "write" &&
  ts.isInterfaceDeclaration(declared.parent) &&
  declared.parent.name.text === "Store";

const isStoreWrite = (checker: ts.TypeChecker, call: ts.CallExpression): boolean =>
  isWriteOfStore(checker.getResolvedSignature(call)?.declaration);

const isPassedOn = (checker: ts.TypeChecker, access: ts.PropertyAccessExpression): boolean =>
  !(ts.isCallExpression(access.parent) && access.parent.expression === access) &&
  isWriteOfStore(checker.getSymbolAtLocation(access.name)?.declarations?.[0]);

function takesTx(checker: ts.TypeChecker, specifier: ts.ImportSpecifier): boolean {
  const symbol = checker.getSymbolAtLocation(specifier.name);
  if (!symbol) return false;
  const imported = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const signatures = checker.getTypeOfSymbol(imported).getCallSignatures();
  return signatures.some(({ parameters }) =>
    parameters.some((parameter) => checker.typeToString(checker.getTypeOfSymbol(parameter)) === "Tx"),
  );
}
