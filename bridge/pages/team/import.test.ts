import { afterAll, beforeAll, expect, test } from "bun:test";
import { teamVisitor } from "#test/support/clients/team.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { ndjson } from "#test/support/server/admin.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
let editor: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  editor = await teamVisitor(server, "editor@example.test", "editor");
});
afterAll(() => server.stop());

const path = "/team/import";
const row = (n: number, more: object = {}) => ({
  name: `Quay ${n}`,
  url: `https://quay-${n}.example`,
  headline: "Plans for <b>quays",
  summary: "Plans the berths of small quays.",
  categories: ["Boats"],
  ...more,
});
const preview = (file: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ do: "preview", ...more })) form.set(name, value);
  form.set("file", new Blob([file]));
  return editor.post(path, form);
};
const status = async (slug: string) => (await server.call("get_listing", { slug })).status;

test("preview, then import in steps: the listings are live and the page shows the progress", async () => {
  const text = ndjson(Array.from({ length: 120 }, (_, n) => row(n)));
  const { html } = await preview(text);
  expect(html).toContain("120 new, 0 changed, 0 unchanged, 0 refused.");
  expect(html).toContain("New categories: <bdi>boats</bdi>");
  expect(html).toContain("Plans for &lt;b&gt;quays");
  expect(await status("quay-0")).toBe(404);
  const once = "5e2d8f5e-0b6f-4c55-9c58-2b8b8f6f3c11";
  const form = new FormData();
  for (const [name, value] of Object.entries({ do: "import", text, once })) form.set(name, value);
  const { location } = await editor.post(path, form);
  expect(location).toMatch(/^\/team\/bulk\/\d+$/);
  expect((await editor.post(path, form)).location).toBe(location);
  await server.drainJobs();
  expect((await editor.get(location!)).html).toContain("2 of 2 parts of the file processed, 0 not possible");
  expect([await status("quay-0"), await status("quay-119")]).toEqual([200, 200]);
  expect((await preview(ndjson([row(0), row(1, { headline: "Plans for large quays" })]))).html).toContain(
    "0 new, 1 changed, 1 unchanged, 0 refused.",
  );
});

test("a refused line: nothing can be imported, and each line says what to fix", async () => {
  const text = `${ndjson([row(300), row(301, { name: "" }), row(300), row(302, { status: "draft" })])}{"name": <script>\n${"x".repeat(1_100_000)}\n`;
  for (const act of ["preview", "import"]) {
    const shown = await preview(text, { do: act });
    expect(shown.status).toBe(422);
    for (const words of ["Line 2: <bdi>name", "Line 3: <bdi>has the same url as line 1", "Line 4: <bdi>its status"])
      expect(shown.html).toContain(words);
    for (const words of ["Line 5: <bdi>is not valid JSON", "Line 6: <bdi>is longer than"])
      expect(shown.html).toContain(words);
    expect(shown.html).not.toContain('value="import"');
  }
  await server.drainJobs();
  expect(await status("quay-300")).toBe(404);
});

test("CSV; strict categories; files that cannot be read", async () => {
  const csv = "name,url,headline,summary,categories,votes\nReed,https://reed.example,Plans,Plans reeds,Rivers,9\n";
  expect((await preview(csv)).html).toContain("Ignored fields: <bdi>votes</bdi>");
  expect((await preview(csv, { strict: "yes" })).html).toContain("Line 2: <bdi>the category &quot;Rivers&quot;");
  expect((await preview("name,name\n")).html).toContain("has the column &quot;name&quot; twice");
  expect((await preview("")).html).toContain("Choose a file.");
  expect((await preview(ndjson(Array.from({ length: 2001 }, (_, n) => ({ n }))))).html).toContain("more than 2000");
  expect((await preview(new Uint8Array(2_000_001))).html).toContain("larger than 2 MB");
  expect((await preview(new Uint8Array([0x1f, 0x8b, 8, 0, 255]))).status).toBe(422);
  const moderator = await teamVisitor(server, "moderator@example.test", "moderator");
  expect((await moderator.get(path)).status).toBe(404);
});
