import type { Outcome } from "../../db/queries/write-listing.ts";
import type { Answer, Io } from "./command.ts";

interface Refusal {
  line: number;
  reason: string;
}

const maxKept = 10_000;
const second = 1000;

/** Counts what became of each line of a file, says how far it is, and sums up. */
export class ImportReport {
  readonly counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  lines = 0;
  private readonly refusals: Refusal[] = [];
  private readonly began = performance.now();
  private saidAt = performance.now();

  constructor(private readonly io: Io) {}

  count(outcome: Outcome): void {
    this.counts[outcome]++;
  }

  refuse(line: number, reason: string): void {
    this.counts.refused++;
    if (this.refusals.length < maxKept) this.refusals.push({ line, reason });
  }

  /** To be called now and then; on a terminal a line every second says how far it is. */
  progress(): void {
    if (!this.io.isTerminal || performance.now() - this.saidAt < second) return;
    this.saidAt = performance.now();
    this.io.err(`\r${this.lines.toLocaleString("en-GB")} lines `);
  }

  /** The refused lines on standard error, the counts as the answer; exit code 1 where any was refused. */
  answer(options: { allowRefused?: boolean }, more: Record<string, string | number> = {}): Answer {
    const refusals = this.refusals.sort((a, b) => a.line - b.line);
    const seconds = (performance.now() - this.began) / second;
    if (this.io.isTerminal) this.io.err("\r");
    for (const { line, reason } of refusals) this.io.err(`line ${line}: ${reason}\n`);
    if (this.counts.refused > refusals.length)
      this.io.err(`and ${this.counts.refused - refusals.length} more lines refused\n`);
    const counts = Object.entries({ ...this.counts, ...more }).map(([name, n]) => `${name.replaceAll("_", " ")} ${n}`);
    return {
      data: { lines: this.lines, ...this.counts, ...more, refusals },
      text: `${this.lines} lines in ${seconds.toFixed(1)} s: ${counts.join(", ")}.`,
      exitCode: this.counts.refused > 0 && !options.allowRefused ? 1 : 0,
    };
  }
}
