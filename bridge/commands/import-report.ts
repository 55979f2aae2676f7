import type * as z from "zod";
import type { outcome } from "#tools/core/calls/batch.ts";
import type { CommandEnvironment, CommandResult } from "./command.ts";

const maxKept = 10_000;
/** A file can have a different unknown field or license in every line, so the number of names is limited. */
const maxFields = 100;
const second = 1000;
const eraseRest = "\x1b[K";
const formatCount = (count: number) => count.toLocaleString("en-GB");

export class ImportReport {
  readonly counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  lines = 0;
  /** Slugs of the categories that the import created because listings or subcategories needed them. */
  readonly categoriesMade: string[] = [];
  private readonly ignoredFields = new Map<string, number>();
  private readonly unknownLicenses = new Map<string, number>();
  private readonly refusals: { line: number; reason: string }[] = [];
  private readonly began = performance.now();
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly io: CommandEnvironment) {}

  count(line: number, result: z.output<typeof outcome>): void {
    if (typeof result === "string") this.counts[result]++;
    else this.refuse(line, result.refused);
  }

  refuse(line: number, reason: string): void {
    this.counts.refused++;
    if (this.refusals.length < maxKept) this.refusals.push({ line, reason });
  }

  ignore(fields: readonly string[], licenses: readonly string[] = []): void {
    for (const field of fields) addTo(this.ignoredFields, field);
    for (const license of licenses) addTo(this.unknownLicenses, license);
  }

  progress(): void {
    if (!this.io.isTerminal || performance.now() - this.reportedAt < second) return;
    this.reportedAt = performance.now();
    const perSecond = Math.round((this.lines / (this.reportedAt - this.began)) * second);
    this.io.err(`\r${formatCount(this.lines)} lines, ${formatCount(perSecond)} per second${eraseRest}`);
  }

  /**
   * Prints the refused lines to standard error and returns the counts. If a line was refused, the exit code is 1 unless
   * `allowRefused` is set.
   */
  result(options: { allowRefused?: boolean }, more: Record<string, string | number> = {}): CommandResult {
    const refusals = this.refusals.sort((a, b) => a.line - b.line);
    const seconds = (performance.now() - this.began) / second;
    if (this.io.isTerminal) this.io.err(`\r${eraseRest}`);
    for (const { line, reason } of refusals) this.io.err(`line ${line}: ${reason}\n`);
    if (this.counts.refused > refusals.length)
      this.io.err(`${this.counts.refused - refusals.length} more lines were refused\n`);
    const counts = Object.entries({ ...this.counts, ...more }).map(([name, n]) => `${name.replaceAll("_", " ")} ${n}`);
    const summary = `Read ${this.lines} lines in ${seconds.toFixed(1)} s: ${counts.join(", ")}.`;
    return {
      data: {
        lines: this.lines,
        ...this.counts,
        ...more,
        categories_made: this.categoriesMade,
        ignored_fields: Object.fromEntries(this.ignoredFields),
        unknown_licenses: Object.fromEntries(this.unknownLicenses),
        refusals,
      },
      text: [summary, ...this.remarks()].join("\n"),
      exitCode: this.counts.refused > 0 && !options.allowRefused ? 1 : 0,
    };
  }

  private *remarks(): Generator<string> {
    if (this.categoriesMade.length > 0) yield `Created missing categories: ${printable(this.categoriesMade)}.`;
    if (this.ignoredFields.size > 0) yield `Ignored fields (with the number of lines): ${counted(this.ignoredFields)}.`;
    if (this.unknownLicenses.size > 0)
      yield `Licences that stay tags because they are not SPDX ids, or are proprietary beside others (with the number of lines): ${counted(this.unknownLicenses)}.`;
  }
}

function addTo(counts: Map<string, number>, name: string): void {
  const known = counts.get(name);
  if (known !== undefined || counts.size < maxFields) counts.set(name, (known ?? 0) + 1);
}

const counted = (counts: ReadonlyMap<string, number>) =>
  printable([...counts].map(([name, lines]) => `${name} (${lines})`));

const printable = (names: readonly string[]) => names.join(", ").replace(/\p{Cc}+/gu, " ");
