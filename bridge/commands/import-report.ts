import type * as z from "zod";
import type { outcome } from "#tools/core/calls/batch.ts";
import type { Answer, CommandEnvironment } from "./command.ts";

interface Refusal {
  line: number;
  reason: string;
}

const maxKept = 10_000;
/** Names come from the file, which may have another one in every line. */
const maxFields = 100;
const second = 1000;
const eraseRest = "\x1b[K";
const figure = (count: number) => count.toLocaleString("en-GB");

/** Counts what became of each line of a file, says how far it is, and sums up. */
export class ImportReport {
  readonly counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  lines = 0;
  /** Slugs of categories that listings or subcategories asked for and that were not there. */
  private readonly categoriesMade: string[] = [];
  /** How many lines had a field that nothing is known of. */
  private readonly ignoredFields = new Map<string, number>();
  private readonly refusals: Refusal[] = [];
  private readonly began = performance.now();
  private saidAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly io: CommandEnvironment) {}

  count(line: number, became: z.output<typeof outcome>): void {
    if (typeof became === "string") this.counts[became]++;
    else this.refuse(line, became.refused);
  }

  refuse(line: number, reason: string): void {
    this.counts.refused++;
    if (this.refusals.length < maxKept) this.refusals.push({ line, reason });
  }

  made(categories: readonly string[]): void {
    this.categoriesMade.push(...categories);
  }

  ignore(fields: readonly string[]): void {
    for (const field of fields) {
      const known = this.ignoredFields.get(field);
      if (known !== undefined || this.ignoredFields.size < maxFields) this.ignoredFields.set(field, (known ?? 0) + 1);
    }
  }

  /** To be called now and then; on a terminal a line says how far it is, anew every second. */
  progress(): void {
    if (!this.io.isTerminal || performance.now() - this.saidAt < second) return;
    this.saidAt = performance.now();
    const perSecond = Math.round((this.lines / (this.saidAt - this.began)) * second);
    this.io.err(`\r${figure(this.lines)} lines, ${figure(perSecond)} a second${eraseRest}`);
  }

  /** The refused lines on standard error, the counts as the answer; exit code 1 where any was refused. */
  answer(options: { allowRefused?: boolean }, more: Record<string, string | number> = {}): Answer {
    const refusals = this.refusals.sort((a, b) => a.line - b.line);
    const seconds = (performance.now() - this.began) / second;
    if (this.io.isTerminal) this.io.err(`\r${eraseRest}`);
    for (const { line, reason } of refusals) this.io.err(`line ${line}: ${reason}\n`);
    if (this.counts.refused > refusals.length)
      this.io.err(`and ${this.counts.refused - refusals.length} more lines refused\n`);
    const counts = Object.entries({ ...this.counts, ...more }).map(([name, n]) => `${name.replaceAll("_", " ")} ${n}`);
    const facts = [`${this.lines} lines in ${seconds.toFixed(1)} s: ${counts.join(", ")}.`, ...this.remarks()];
    return {
      data: {
        lines: this.lines,
        ...this.counts,
        ...more,
        categories_made: this.categoriesMade,
        ignored_fields: Object.fromEntries(this.ignoredFields),
        refusals,
      },
      text: facts.join("\n"),
      exitCode: this.counts.refused > 0 && !options.allowRefused ? 1 : 0,
    };
  }

  private *remarks(): Generator<string> {
    if (this.categoriesMade.length > 0) yield `Made categories: ${printable(this.categoriesMade)}.`;
    const fields = [...this.ignoredFields].map(([field, lines]) => `${field} (${lines})`);
    if (fields.length > 0) yield `Left out fields that are not known, with their lines: ${printable(fields)}.`;
  }
}

const printable = (names: readonly string[]) => names.join(", ").replace(/\p{Cc}+/gu, " ");
