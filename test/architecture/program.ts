import { join, relative } from "node:path";
import ts from "typescript";

export const root = join(import.meta.dir, "../..");

export interface Code {
  checker: ts.TypeChecker;
  files: string[];
  /** Visits every node of a file, with its line. */
  visit(file: string, each: (node: ts.Node, line: number) => void): void;
}

/** Reads all production code once for all checks. `contents` adds files that are not on the disk. */
export function readCode(contents: Record<string, string>): Code {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const added = new Map(Object.entries(contents).map(([file, text]) => [join(root, file), text]));
  const paths = [...fileNames.filter((path) => !/\/test\/|\.test\.ts$/.test(path)), ...added.keys()];
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => added.get(path) ?? readFile(path);
  host.fileExists = (path) => added.has(path) || fileExists(path);
  const program = ts.createProgram(paths, options, host);
  return {
    checker: program.getTypeChecker(),
    files: paths.map((path) => relative(root, path)),
    visit(file, each) {
      const source = program.getSourceFile(join(root, file))!;
      const visit = (node: ts.Node): void => {
        each(node, source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
        ts.forEachChild(node, visit);
      };
      visit(source);
    },
  };
}
