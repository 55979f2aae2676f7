import { readFileSync } from "node:fs";

const checkMs = 250;

/**
 * Kills processes that use too much memory, because V8's heap limit excludes buffers, WebAssembly and the DOM. Works
 * only on Linux.
 */
export function limitMemory(pid: number, maxBytes: number): { stop(): void } {
  const timer = setInterval(() => {
    for (const member of familyOf(pid)) if (memoryOf(member) > maxBytes) kill(member);
  }, checkMs).unref();
  return { stop: () => clearInterval(timer) };
}

export function familyOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

const memoryOf = (pid: number) => Number(/^VmRSS:\s*(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}
