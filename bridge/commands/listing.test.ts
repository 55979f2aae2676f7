import { beforeEach, expect, test } from "bun:test";
import { failed, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";

let admin: TestAdmin;
beforeEach(async () => {
  admin = newAdmin();
  await admin.run("site", "create", "main", "--name", "Main");
  await admin.run("category", "create", "Boats");
});

const texts = [
  ...["--name", "Quay Planner", "--headline", "Plans for small quays"],
  ...["--summary", "Plans the berths and the visitors of small quays.", "--categories", "boats"],
];

test("create, update and give a listing an owner", async () => {
  const created = await admin.run("listing", "create", "https://quay.example", ...texts, "--json");
  expect(created.json).toEqual({ slug: "quay-planner" });
  expect(await admin.run("listing", "create", "https://quay.example", ...texts)).toMatchObject(
    failed("already has this URL"),
  );
  const { out } = await admin.run(
    "listing",
    "update",
    "quay-planner",
    "--url",
    "https://berths.example",
    "--pricing",
    "paid",
  );
  expect(out).toBe("Updated quay-planner: url, pricing.\n");
  expect((await admin.run("listing", "update", "quay-planner", "--pricing", "paid")).out).toBe(
    "quay-planner is unchanged.\n",
  );
  expect((await admin.run("listing", "show", "quay-planner", "--json")).json.url).toBe("https://berths.example/");

  await admin.run("user", "create", "--email", "ada@example.test");
  const owner = ["listing", "owner", "quay-planner", "--email", "ada@example.test"];
  expect((await admin.run(...owner, "--reason", "It is theirs.")).out).toContain("can now edit quay-planner.");
  expect(await admin.run("listing", "update", "quay-planner", "--headline", "Plans for big quays")).toMatchObject(
    failed("has an owner"),
  );
  expect(await admin.run("listing", "update", "quay-planner", "--name", "Berths")).toMatchObject(failed("reason"));
  const renamed = await admin.run(
    "listing",
    "update",
    "quay-planner",
    "--name",
    "Berths",
    "--reason",
    "Its name.",
    "--json",
  );
  expect(renamed.json.changes).toEqual([{ field: "name", before: "Quay Planner", after: "Berths" }]);
});

test("refused: missing texts and unknown categories", async () => {
  expect(await admin.run("listing", "create", "https://quay.example")).toMatchObject({ exitCode: 2 });
  expect(
    await admin.run("listing", "create", "https://quay.example", ...texts, "--categories", "nothing"),
  ).toMatchObject(failed("not one of this site's categories"));
});
