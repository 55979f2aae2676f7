import { expect, test } from "bun:test";
import { join } from "node:path";
import { createMetrics, families, type Gauges, metricsText } from "#bridge/http/server/metrics.ts";

const root = join(import.meta.dir, "../..");
const read = (path: string) => Bun.file(join(root, path)).text();

/** All families, including those that only nodes and workers have. */
function allFamilies(): Set<string> {
  const gauges: Gauges = {
    isReady: true,
    databaseBytes: 1,
    walBytes: 1,
    disk: { freeBytes: 1, sizeBytes: 1 },
    vatRatesAgeSeconds: 1,
    backup: { at: "", result: "ok", error: null, goodAt: "1970-01-01T00:00:00.000Z", bytes: 1, dueBy: null },
    backlog: [],
    jobsEnded: [],
    cases: [],
    node: { role: "reader", fence: 1, transactions: 1, beginMs: 1 },
    processes: [],
    workers: { restarts: 0 },
    now: new Date(0),
  };
  const { counts, counters } = createMetrics();
  const rest = { counters, processes: [], workers: null };
  const types = [...metricsText(families({ operations: counts, ...rest }, gauges)).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name, type]) => {
      if (type === "histogram") return [`${name}_bucket`, `${name}_sum`, `${name}_count`];
      return type === "summary" ? [`${name}_sum`, `${name}_count`] : [name!];
    }),
  );
}

test.each([
  [".deploy/alerts.yml", 20],
  [".deploy/grafana-dashboard.json", 25],
])("%s: every metric exists", async (path, atLeast) => {
  const named = new Set((await read(path)).match(/\b(?:slipway|process)_[a-z_]+/g));
  expect(named.size).toBeGreaterThanOrEqual(atLeast);
  expect([...named].filter((name) => !allFamilies().has(name))).toEqual([]);
});

test("troubleshooting.md: describes every metric and names every alert", async () => {
  const text = await read("docs/troubleshooting.md");
  const described = [...allFamilies()].map((name) => name.replace(/_(bucket|sum|count)$/, ""));
  const alerts = [...(await read(".deploy/alerts.yml")).matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
  expect(alerts.length).toBeGreaterThan(15);
  expect([...described, ...alerts].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test.skipIf(!Bun.which("promtool"))("promtool: the rules are valid, and each fault raises its alert", async () => {
  for (const command of [
    ["check", "rules", ".deploy/alerts.yml"],
    ["test", "rules", "test/surface/alert-cases.yml"],
  ]) {
    const child = Bun.spawn(["promtool", ...command], { cwd: root, stdout: "pipe", stderr: "pipe" });
    const output = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text());
    expect(output).toContain("SUCCESS");
    expect(await child.exited).toBe(0);
  }
});
