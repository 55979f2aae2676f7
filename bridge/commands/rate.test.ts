import { beforeEach, expect, test } from "bun:test";
import { newAdmin, type TestAdmin } from "#test/support/server/admin.ts";

const daily = "Date, USD, JPY, \n18 November 2026, 1.0832, 162.50, \n";
const allDays = "Date,USD,SEK,\r\n2026-11-18,1.0832,11.2,\r\n2026-11-17,1.08,N/A,\r\n";
let admin: TestAdmin;
beforeEach(async () => {
  admin = newAdmin();
  await admin.run("site", "create", "main", "--name", "Main");
});
const withDollars = () =>
  admin.run("site", "create", "us", "--name", "US", "--host", "us.example", "--currency", "USD");

test("files of the European Central Bank: rates of currencies that sites use are saved", async () => {
  await withDollars();
  expect((await admin.run("rate", "import", await admin.file("day.csv", daily), "--json")).json).toEqual({ saved: 1 });
  expect((await admin.run("rate", "import", await admin.file("all.csv", allDays), "--json")).json).toEqual({
    saved: 1,
  });
  expect((await admin.run("rate", "list", "--json")).json).toEqual([
    { currency: "USD", day: "2026-11-18", rate: "1.0832", source: "ECB" },
  ]);
});

test("an invalid file: refused with its line, and nothing is saved", async () => {
  await withDollars();
  const faulty = {
    "Day,USD\n": "Line 1",
    "Date,USD\n2026-11-17,1.1\n2026-13-40,1.1\n": "Line 3",
    "Date,USD\n2026-11-18,x\n": "Line 2",
    "Date,SEK\n2026-11-18,11\n": "no rate for USD",
  };
  for (const [text, reason] of Object.entries(faulty)) {
    const { exitCode, err } = await admin.run("rate", "import", await admin.file("faulty.csv", text));
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringContaining(reason) });
  }
  expect((await admin.run("rate", "list", "--json")).json).toEqual([]);
});

test("all sites sell in euros: nothing is saved", async () => {
  expect((await admin.run("rate", "import", await admin.file("day.csv", daily))).out).toContain(
    "All sites sell in euros",
  );
});
