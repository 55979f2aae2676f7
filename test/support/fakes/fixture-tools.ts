import * as z from "zod";
import { preparedSql } from "#db/store/store.ts";
import { notFound, Problem } from "#tools/core/errors/errors.ts";
import { pageFrom, pageInput, pageOf } from "#tools/core/lists/pagination.ts";
import { defineTool } from "#tools/core/operations/define.ts";

const fixture = {
  title: "A fixture",
  description: "Only for tests.",
  family: "Fixtures",
  scopes: [],
  effect: "read",
  errors: [],
  examples: [],
  text: () => "ok",
} as const;

const note = z.strictObject({
  note_id: z.int().min(1).describe("Number of the note"),
  title: z.string().min(1).max(20),
  tags: z.array(z.string().max(10)).max(3).default([]),
  author: z.strictObject({ name: z.string() }).optional(),
  week: z.union([z.literal("all"), z.array(z.string().max(3))]).optional(),
  link: z.url().optional(),
});

/** A write with a path field and a body. */
export const putNote = defineTool({
  ...fixture,
  name: "put_note",
  rest: { method: "PUT", path: "/notes/{note_id}" },
  effect: "write",
  errors: ["not_found", "state_conflict"],
  input: note,
  output: note.meta({ id: "Note" }),
  examples: [{ note_id: 7, title: "It's <here>", tags: ["a", "b"] }],
  run: async (_context, input) => async () => (input.note_id === 404 ? notFound("note", 404) : input),
});

/** A write without fields of its own. */
export const deleteNote = defineTool({
  ...fixture,
  name: "delete_note",
  rest: { method: "DELETE", path: "/notes/{note_id}" },
  effect: "delete",
  input: z.strictObject({ note_id: z.int() }),
  output: z.strictObject({ deleted: z.int() }),
  examples: [{ note_id: 7 }],
  run:
    async (_context, { note_id }) =>
    async () => ({ deleted: note_id }),
});

export const listNumbers = defineTool({
  ...fixture,
  name: "list_numbers",
  rest: { method: "GET", path: "/numbers" },
  input: z.strictObject({
    ids: z.array(z.int()).optional(),
    share: z.number().nullable().optional(),
    isOdd: z.boolean().optional(),
    ...pageInput,
  }),
  output: pageOf(z.strictObject({ number: z.int() })),
  countsUpTo: 100,
  examples: [{ ids: [3, 1], per_page: 2 }],
  async run(_context, { ids, page, per_page, ...rest }) {
    const total = rest.isOdd ? 1000 : 45;
    const all = ids ?? Array.from({ length: total }, (_, i) => i + 1);
    const items = all.slice((page - 1) * per_page, page * per_page).map((number) => ({ number }));
    return pageFrom(items, all.length, { page, per_page });
  },
});

export const getSecret = defineTool({
  ...fixture,
  name: "get_secret",
  rest: { method: "GET", path: "/secret" },
  scopes: ["account:read"],
  input: z.strictObject({}),
  output: z.strictObject({ secret: z.string() }),
  run: async () => ({ secret: "s3cret" }),
});

export const failAlways = defineTool({
  ...fixture,
  name: "fail_always",
  rest: { method: "GET", path: "/failure" },
  input: z.strictObject({}),
  output: z.strictObject({}),
  run: async () => {
    throw new Error("no such table: passwords in /srv/private.db");
  },
});

/** Writes until SQLite reports a full disk. */
export const fillStorage = defineTool({
  ...fixture,
  name: "fill_storage",
  rest: { method: "POST", path: "/filling" },
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({}),
  run:
    async () =>
    async ({ $client }) => {
      await $client.run("PRAGMA max_page_count = 1");
      await $client.run("CREATE TABLE filling AS SELECT randomblob(1000000) AS bytes");
      return {};
    },
});

const mailCount = preparedSql<{ place: number }, []>("SELECT count(*) AS place FROM mails");

/** How `send_note` ends, by title. A test may change it between calls. */
export const fates = new Map<string, "conflict" | "crash">();
/** What `send_note` waits for before it writes, by title. */
export const holds = new Map<string, () => Promise<unknown>>();

/** A write that must not happen twice: it sends a mail and returns the mail's number. */
export const sendNote = defineTool({
  ...fixture,
  name: "send_note",
  rest: { method: "POST", path: "/sendings/{title}", status: 201, location: "/sendings/{title}" },
  effect: "write",
  scopes: ["listings:write"],
  errors: ["state_conflict"],
  input: z.strictObject({ title: z.string(), copies: z.int().default(1) }),
  output: z.strictObject({ title: z.string(), place: z.int() }).meta({ id: "SentNote" }),
  examples: [{ title: "Hello" }],
  async run({ mail }, { title }) {
    await holds.get(title)?.();
    return async (tx, record) => {
      record({ subjects: ["account:1"], after: { title } });
      await mail(tx, "reader@example.test", { subject: title, greeting: "", paragraphs: [] });
      const fate = fates.get(title);
      if (fate === "conflict") throw new Problem("state_conflict", "The note is a draft.");
      const { place } = (await mailCount.get(tx))!;
      if (fate === "crash") throw new Error("the light went out");
      return { title, place };
    };
  },
});

export const fixtureTools = [putNote, deleteNote, listNumbers, getSecret, failAlways, fillStorage, sendNote];
