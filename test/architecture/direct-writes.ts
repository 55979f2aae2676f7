import ts from "typescript";
import type { Code } from "./program.ts";

/**
 * Finds direct writes to the database in a file: calls of `Store.write` under any name, places that pass it on, and
 * imports of functions that take its transaction.
 */
export function directWrites({ checker, visit }: Code, file: string): Set<string> {
  const found = new Set<string>();
  visit(file, (node) => {
    if (ts.isCallExpression(node) && isStoreWrite(checker, node)) found.add("opens a write transaction");
    if (ts.isPropertyAccessExpression(node) && isPassedOn(checker, node)) found.add("passes a write transaction on");
    if (ts.isImportSpecifier(node) && takesTx(checker, node)) found.add(`imports ${node.name.text}`);
  });
  return found;
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

/** Each of these files writes in one of the three ways. */
export const brokenWrites = {
  "bridge/pages/calls.ts": `
    import type { Runtime } from "#bridge/http/server/runtime.ts";
    export const end = ({ policy: { write } }: Runtime) => write(async () => 1);`,
  "bridge/pages/imports.ts": `
    import { accountById, updateAccount as change } from "#db/queries/accounts/accounts.ts";
    export const both = [accountById, change];`,
  "bridge/pages/passes.ts": `
    import type { Store } from "#db/store/store.ts";
    export const passed = (store: Store) => [store.write];`,
};
