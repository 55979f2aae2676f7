import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { authorization } from "./oauth-matrix/authorization.ts";
import { discovery } from "./oauth-matrix/discovery.ts";
import { documents } from "./oauth-matrix/documents.ts";
import { type Fixture, openFixture } from "./oauth-matrix/fixture.ts";
import { registration } from "./oauth-matrix/registration.ts";
import { tokens } from "./oauth-matrix/tokens.ts";

// Checks every requirement through HTTP, with oauth4webapi as the client and a user in a browser.
// OAUTH_MATRIX=1 prints the table.

const parts = { discovery, registration, authorization, tokens, "metadata documents": documents };
const results = new Map<string, "pass" | "FAIL">();

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(async () => {
  await fixture.stop();
  if (process.env.OAUTH_MATRIX) console.log(table());
});

for (const [part, requirements] of Object.entries(parts))
  describe(part, () => {
    for (const { source, requirement, check } of requirements)
      test(`${source}: ${requirement}`, async () => {
        results.set(`${source} | ${requirement}`, "FAIL");
        await check(fixture);
        results.set(`${source} | ${requirement}`, "pass");
      }, 120_000);
  });

test("every requirement is listed once", () => {
  const names = Object.values(parts)
    .flat()
    .map(({ source, requirement }) => `${source} ${requirement}`);
  expect(new Set(names).size).toBe(names.length);
});

function table(): string {
  const rows = [...results].map(([row, result]) => `| ${row.split(" | ").reverse().join(" | ")} | ${result} |`);
  return ["| requirement | source | result |", "|---|---|---|", ...rows].join("\n");
}
