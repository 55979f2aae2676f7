import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { limitMemory } from "./limit-memory.ts";

const megabyte = 1024 * 1024;
const growing = `const kept = []; setInterval(() => kept.push(new Uint8Array(${20 * megabyte}).fill(1)), 20)`;
const parent = `
  const child = Bun.spawn([process.execPath, "-e", ${JSON.stringify(growing)}]);
  child.exited.then(() => { console.log(child.signalCode); process.exit(); });`;

test.skipIf(!existsSync("/proc/self/task"))("a child that grows is killed, its parent goes on", async () => {
  const family = Bun.spawn([process.execPath, "-e", parent], { stdout: "pipe" });
  const limit = limitMemory(family.pid, 400 * megabyte);
  expect((await new Response(family.stdout).text()).trim()).toBe("SIGKILL");
  expect(await family.exited).toBe(0);
  limit.stop();
});

test("missing process: ignored", async () => {
  const ended = Bun.spawn(["true"]);
  await ended.exited;
  const limit = limitMemory(ended.pid, 0);
  await Bun.sleep(300);
  limit.stop();
});
