import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Glob } from "bun";
import type { Command } from "commander";
import { variables } from "#bridge/start/config-variables.ts";
import { allTools } from "#tools/registry.ts";
import { documentAt, documents, pageNames, root, shellLines, wordsOf } from "./documents.ts";
import { documentedProgram } from "./generated-docs.ts";

const maxReadmeBytes = 12_288;
const pages = documents.filter(({ path }) => path.startsWith("docs/"));

/** Anchors of the headings of a document, as GitHub makes them. */
function anchorsOf(prose: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
    const plain = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const anchor = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
  return new Set(anchors);
}

/** Inline code of a document, without that in fenced blocks. */
const inlineCode = (prose: string) => [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);

describe("the pages of the documentation", () => {
  test("contents.json lists each page once", async () => {
    const groups: { title: string; pages: string[] }[] = await Bun.file(join(root, "docs/contents.json")).json();
    expect(groups.flatMap((group) => group.pages).sort()).toEqual([...pageNames].sort());
    expect(groups.filter(({ title }) => title === "")).toEqual([]);
  });

  test("each begins with its title and a sentence on its purpose, and has headings of three levels", () => {
    for (const { path, text, prose } of pages) {
      expect([path, /^# [^\n]+\n\n[A-Z][^\n]{30,}\n/.test(text)]).toEqual([path, true]);
      const levels = [...prose.matchAll(/^(#+) /gm)].map(([, marks]) => marks!.length);
      expect([path, levels.filter((level) => level === 1).length, Math.max(...levels) <= 3]).toEqual([path, 1, true]);
      expect([path, levels.filter((level, i) => i > 0 && level > levels[i - 1]! + 1)]).toEqual([path, []]);
    }
  });

  test("fenced blocks name their language, and there is no HTML", () => {
    for (const { path, prose, blocks } of pages) {
      expect([path, blocks.filter(({ language }) => language === "")]).toEqual([path, []]);
      expect([path, prose.replaceAll(/`[^`\n]+`/g, "").match(/<[a-z!/][^>\n]*>/gi) ?? []]).toEqual([path, []]);
    }
  });

  test("pictures lie in docs/pictures/, are used and have at most 150 kB", () => {
    const used = documents.flatMap(({ path, prose }) =>
      [...prose.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, target]) => join(dirname(path), target!)),
    );
    const kept = readdirSync(join(root, "docs/pictures")).map((name) => `docs/pictures/${name}`);
    expect([...new Set(used)].sort()).toEqual(kept.sort());
    for (const path of kept) expect([path, statSync(join(root, path)).size < 150_000]).toEqual([path, true]);
  });

  test(`README.md has at most ${maxReadmeBytes} bytes`, () => {
    expect(Buffer.byteLength(documentAt("README.md").text)).toBeLessThanOrEqual(maxReadmeBytes);
  });
});

describe("documents name only what exists", () => {
  test("relative links and anchors", () => {
    const anchors = new Map(documents.map(({ path, prose }) => [path, anchorsOf(prose)]));
    const broken = documents.flatMap(({ path, prose }) =>
      [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link]) => link!)
        .filter((link) => !/^https?:/.test(link))
        .filter((link) => {
          const [file, anchor] = link.split("#") as [string, string?];
          const target = file === "" ? path : join(dirname(path), file);
          if (!existsSync(join(root, target))) return true;
          return anchor !== undefined && !anchors.get(target)?.has(anchor);
        })
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("scripts of package.json", async () => {
    const { scripts } = await Bun.file(join(root, "package.json")).json();
    const unknown = documents.flatMap((document) =>
      [...shellLines(document), ...inlineCode(document.prose)].flatMap((line) =>
        [...line.matchAll(/\bbun (?:--\S+ )?(?:run ([\w:-]+)|(start|dev))/g)]
          .map(([, run, bare]) => run ?? bare!)
          .filter((name) => !Object.hasOwn(scripts, name))
          .map((name) => `${document.path}: ${name}`),
      ),
    );
    expect(unknown).toEqual([]);
  });

  test("admin commands, their options and the number of their arguments", () => {
    const program = documentedProgram();
    const checked = documents.flatMap((document) =>
      [...shellLines(document), ...inlineCode(document.prose)].flatMap((line) => {
        const [, words] = /(?:^|\brun )admin ([^|&>]+)/.exec(line) ?? [];
        return words === undefined ? [] : [{ line: `${document.path}: ${line}`, words: wordsOf(words) }];
      }),
    );
    expect(checked.length).toBeGreaterThan(40);
    expect(checked.map(({ line, words }) => [line, faultOf(program, words)]).filter(([, fault]) => fault)).toEqual([]);
  });

  test("environment variables", async () => {
    const known = new Set(Object.keys(variables));
    const elsewhere = [
      ...[...new Glob("test/**/*.ts").scanSync(root)].map((path) => [path, /\bprocess\.env\.(\w+)/g] as const),
      ...[".ci/run", ...readdirSync(join(root, ".deploy")).map((name) => `.deploy/${name}`)].map(
        (path) => [path, /\b([A-Z][A-Z\d_]{2,})\b/g] as const,
      ),
    ];
    for (const [path, pattern] of elsewhere)
      for (const [, name] of readFileSync(join(root, path), "utf8").matchAll(pattern)) known.add(name!);
    const named = documents.flatMap(({ path, prose }) =>
      inlineCode(prose).flatMap((code) => {
        const [, name] = /^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=|$)/.exec(code) ?? [];
        return name === undefined || known.has(name) ? [] : [`${path}: ${name}`];
      }),
    );
    expect(named).toEqual([]);
  });

  test("REST operations in curl lines", () => {
    const operations = allTools.map(({ rest: { method, path } }) => ({
      method,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    }));
    const lines = documents.flatMap((document) => shellLines(document).filter((line) => line.includes("/api/v1")));
    expect(lines.length).toBeGreaterThan(10);
    const unknown = lines.filter((line) => {
      const [, path] = /\/api\/v1([^\s'"?#]*)/.exec(line)!;
      const [, given] = /-X (\w+)/.exec(line) ?? [];
      const method = given ?? (line.includes("--json") ? "POST" : "GET");
      return !operations.some((one) => one.method === method && one.pattern.test(path!));
    });
    expect(unknown).toEqual([]);
  });

  test("log lines and metrics of docs/troubleshooting.md", () => {
    const code = [...new Glob("{bridge,tools,auth,db}/**/*.ts").scanSync(root)]
      .filter((path) => !path.endsWith(".test.ts"))
      .map((path) => readFileSync(join(root, path), "utf8"))
      .join("\n");
    const { text } = documentAt("docs/troubleshooting.md");
    const firstCells = (heading: string) =>
      [
        ...text
          .split(`\n## ${heading}\n`)[1]!
          .split("\n## ")[0]!
          .matchAll(/^\| (`.+?`) \|/gm),
      ].flatMap(([, cell]) => inlineCode(cell!));
    const named = [...firstCells("Log lines"), ...firstCells("Metrics")];
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((words) => !code.includes(words))).toEqual([]);
  });
});

/** Why a command line cannot be run, or undefined. Words in capitals stand for arguments. */
function faultOf(program: Command, words: string[]): string | undefined {
  let command = program;
  const rest = [...words];
  while (command.commands.length > 0) {
    const [name] = rest;
    if (name === undefined || name === "--help") return;
    const next = command.commands.find((one) => one.name() === name);
    if (!next && command.registeredArguments.length > 0) break;
    if (!next) return `there is no command ${name}`;
    rest.shift();
    command = next;
  }
  const names = rest.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0]!);
  const unknown = names.find((name) => !command.options.some(({ long }) => long === name));
  if (unknown) return `there is no option ${unknown}`;
  const taking = command.options.filter(({ required }) => required).map(({ long }) => long);
  const bare = rest.filter((word, i) => !word.startsWith("--") && !taking.includes(rest[i - 1]));
  if (bare.length > command.registeredArguments.length) return "it has too many arguments";
}
