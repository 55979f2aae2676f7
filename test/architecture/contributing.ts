/** One change in CONTRIBUTING.md: a new file, or a diff of an existing one. */
export interface Step {
  path: string;
  isDiff: boolean;
  text: string;
}

/** Returns the steps of the guide in order: code fences that name a file after their language. */
export function stepsOf(guide: string): Step[] {
  return [...guide.matchAll(/^( *)```(\w+) (\S+)\n([\s\S]*?)^\1```$/gm)].map(([, indent, language, path, body]) => ({
    path: path!,
    isDiff: language === "diff",
    text: body!.replace(new RegExp(`^${indent}`, "gm"), ""),
  }));
}

/**
 * Applies a diff without line numbers: `-` lines are removed, `+` lines are added, and the others mark the place. After
 * a line `@@`, the next place is further down. Throws if the text does not contain the lines.
 */
export function patched(text: string, diff: string): string {
  let done = "";
  let remaining = text;
  for (const hunk of diff.split(/^@@\n/m)) {
    const lines = hunk.split("\n").slice(0, -1);
    const without = (sign: string) =>
      lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`);
    const before = without("+").join("");
    const at = `\n${remaining}`.indexOf(`\n${before}`);
    if (at < 0) throw new Error(`the file lacks these lines:\n${before}`);
    done += remaining.slice(0, at) + without("-").join("");
    remaining = remaining.slice(at + before.length);
  }
  return done + remaining;
}
