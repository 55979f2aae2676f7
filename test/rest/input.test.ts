import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { fixtureTools } from "../support/fakes/fixture-tools.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ tools: fixtureTools });
});
afterAll(() => server.stop());

const json = { "content-type": "application/json" };

async function put(body: RequestInit["body"], headers: Record<string, string> = json, path = "/notes/7") {
  const response = await server.get(path, { method: "PUT", body, headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}
async function get(path: string) {
  const response = await server.get(path);
  return { status: response.status, link: response.headers.get("link"), body: (await response.json()) as any };
}

describe("query", () => {
  test("values: parsed as the declared integers, lists, numbers and booleans", async () => {
    expect((await get("/numbers?ids=3,1&ids=2&per_page=2&page=1&share=-0.5&isOdd=false")).body.items).toEqual([
      { number: 3 },
      { number: 1 },
    ]);
    expect((await get("/numbers?ids=3%2C1")).body.total).toBe(2);
  });

  test("422: names the value of a wrong type", async () => {
    const faults: [string, object][] = [
      ["page=0", { field: "page", code: "too_small", limit: 1, actual: 0 }],
      ["page=1000001", { field: "page", code: "too_big" }],
      ["page=9007199254740991", { field: "page", code: "too_big", limit: 1_000_000 }],
      ["page=99999999999999999999", { field: "page", message: "must be at most 9007199254740991" }],
      ["page=1.5", { field: "page", message: "must be an integer" }],
      ["page=1e3", { field: "page", message: "must be a number" }],
      ["page=%20", { field: "page", message: "must be a number" }],
      ["per_page=101", { field: "per_page", code: "too_big", limit: 100, actual: 101 }],
      ["per_page=0", { field: "per_page", code: "too_small" }],
      ["ids=1,x", { field: "ids.1", message: "must be a number" }],
      ["isOdd=yes", { field: "isOdd", message: "must be true or false" }],
      ["share=much", { field: "share", message: "must be a number" }],
      ["page=1&page=2", { field: "page", code: "repeated" }],
    ];
    for (const [query, fault] of faults)
      expect([query, await get(`/numbers?${query}`)]).toMatchObject([
        query,
        { status: 422, body: { errors: [fault] } },
      ]);
  });

  test("unknown parameters: ignored with one warning each", async () => {
    const { status, body } = await get("/numbers?utm_source=x&utm_source=y&__proto__=1&constructor=2");
    expect(status).toBe(200);
    expect(body.total).toBe(45);
    expect(body.warnings.map(({ field, code }: any) => [field, code])).toEqual(
      ["utm_source", "__proto__", "constructor"].map((field) => [field, "unknown_parameter"]),
    );
    expect((await get("/numbers?page=2")).body).not.toHaveProperty("warnings");
    expect((await get(`/numbers?${"a".repeat(500)}=1`)).body.warnings[0].field).toHaveLength(81);
    const many = Array.from({ length: 40 }, (_, i) => `x${i}=1`).join("&");
    expect((await get(`/numbers?${many}`)).body.warnings).toHaveLength(10);
  });

  test("misspelt or foreign parameter name: the warning suggests the right one", async () => {
    for (const [given, meant] of [
      ["pge", "page"],
      ["perPage", "per_page"],
      ["per-page", "per_page"],
      ["limit", "per_page"],
      ["id", "ids"],
      ["idss", "ids"],
      ["IsOdd", "isOdd"],
    ])
      expect([given, (await get(`/numbers?${given}=1`)).body.warnings]).toMatchObject([
        given,
        [{ field: given, fix: `Did you mean ${meant}?` }],
      ]);
    for (const given of ["utm_source", "q", "constructor"])
      expect([given, (await get(`/numbers?${given}=1`)).body.warnings[0].fix]).toEqual([given, undefined]);
  });

  test("unknown parameters: also in errors and for operations without a query", async () => {
    expect((await get("/numbers?page=0&perpage=7")).body).toMatchObject({
      code: "validation_failed",
      warnings: [{ field: "perpage", fix: "Did you mean per_page?" }],
    });
    const { status, body } = await put('{"title":"T"}', json, "/notes/7?title=Other&note_id=8");
    expect([status, body.title, body.note_id]).toEqual([200, "T", 7]);
    expect(body.warnings).toMatchObject([{ field: "title" }, { field: "note_id" }]);
  });

  test("400: query is not percent-encoded UTF-8; 404 for such a path", async () => {
    for (const path of ["/numbers?x=%FF", "/numbers?ids=%", "/numbers?ids=%zz"])
      expect([path, (await get(path)).body]).toMatchObject([path, { status: 400, code: "bad_request" }]);
    const note = await server.get("/notes/%C3%28", { method: "DELETE" });
    expect(await note.json()).toMatchObject({ status: 404, code: "not_found" });
  });

  test("URL above the server's limit: rejected, and the server continues", async () => {
    expect((await get(`/numbers?x=${"a".repeat(8000)}`)).status).toBe(200);
    expect((await server.get(`/numbers?x=${"a".repeat(100_000)}`)).status).toBe(431);
    expect((await get("/numbers")).status).toBe(200);
  });
});

describe("Link", () => {
  const rels = async (query: string) => {
    const { link } = await get(`/numbers?${query}`);
    return Object.fromEntries(
      [...link!.matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [
        rel,
        url!.replace(`${server.url}/api/v1`, ""),
      ]),
    );
  };

  test("first, middle and last page and past the end: links keep the other parameters", async () => {
    const at = (page: number) => `/numbers?per_page=20&x=a%26b&page=${page}`;
    const query = "per_page=20&x=a%26b";
    expect(await rels(query)).toEqual({ first: at(1), next: at(2), last: at(3) });
    expect(await rels(`${query}&page=2`)).toEqual({ first: at(1), prev: at(1), next: at(3), last: at(3) });
    expect(await rels(`${query}&page=3`)).toEqual({ first: at(1), prev: at(2), last: at(3) });
    expect(await rels(`${query}&page=90`)).toEqual({ first: at(1), prev: at(3), last: at(3) });
  });

  test("page past the end: an empty list", async () => {
    expect((await get("/numbers?page=90")).body).toEqual({
      items: [],
      page: 90,
      per_page: 20,
      total: 45,
      has_more: false,
    });
  });

  test("capped total: no link to the last page", async () => {
    expect(Object.keys(await rels("isOdd=true&page=3"))).toEqual(["first", "prev", "next"]);
  });
});

describe("bodies", () => {
  test("200: path and body form the input, and the response is not cacheable", async () => {
    const { status, body, headers } = await put('{"title":"Grüße 👋","tags":["a"]}');
    expect([status, body]).toEqual([200, { note_id: 7, title: "Grüße 👋", tags: ["a"] }]);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("etag")).toBeNull();
  });

  test("REST and MCP: same responses and errors", async () => {
    expect((await server.call("put_note", { note_id: 1, title: "One" })).status).toBe(200);
    expect((await server.call("put_note", { note_id: 404, title: "None" })).body.code).toBe("not_found");
    expect((await server.call("put_note", { note_id: 1, title: "One", link: "no" })).body.errors).toEqual([
      { field: "link", code: "invalid_format", message: "must be an absolute URL, such as https://example.com" },
    ]);
  });

  test("415: not uncompressed JSON in UTF-8", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "application/json; charset=latin1",
    ])
      expect([type, (await put("{}", { "content-type": type })).body.code]).toEqual([type, "unsupported_media_type"]);
    expect((await put("{}", { ...json, "content-encoding": "gzip" })).status).toBe(415);
    for (const type of ["application/json; charset=UTF-8", "Application/JSON"])
      expect((await put('{"title":"T"}', { "content-type": type })).status).toBe(200);
  });

  test("400: invalid_json if the body is not JSON or not UTF-8", async () => {
    for (const text of ["{", "{'title':1}", '{"title":"a"} x', " ", "NaN"])
      expect([text, await put(text)]).toMatchObject([text, { status: 400, body: { code: "invalid_json" } }]);
    expect((await put(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).body.code).toBe("invalid_json");
  });

  test("422: JSON body that is not an object", async () => {
    for (const text of ["[]", '"title"', "null", "7"])
      expect([text, await put(text)]).toMatchObject([
        text,
        { status: 422, body: { errors: [{ field: "", code: "invalid_type" }] } },
      ]);
  });

  test("422: unknown fields and fields of the path", async () => {
    const { body } = await put('{"title":"T","titel":"T","author":{"name":"A","age":1},"__proto__":{}}');
    expect(body.errors.map(({ field, code }: any) => [field, code]).sort()).toEqual([
      ["__proto__", "unknown_field"],
      ["author.age", "unknown_field"],
      ["titel", "unknown_field"],
    ]);
    for (const id of [7, 8])
      expect((await put(`{"title":"T","note_id":${id}}`)).body.errors).toMatchObject([
        { field: "note_id", code: "in_path" },
      ]);
    expect((await put('{"title":"T"}', json, "/notes/seven")).body.errors).toMatchObject([
      { field: "note_id", message: "must be a number" },
    ]);
  });

  test("422: missing, too long and malformed fields", async () => {
    expect((await put("{}")).body.errors).toEqual([{ field: "title", code: "required", message: "is required" }]);
    expect((await put(JSON.stringify({ title: "x".repeat(21) }))).body.errors).toEqual([
      { field: "title", code: "too_big", message: "must have at most 20 characters", limit: 20, actual: 21 },
    ]);
    expect((await put('{"title":"T","week":["toolong"]}')).body.errors).toMatchObject([
      { field: "week.0", code: "too_big" },
    ]);
    expect((await put('{"title":"T","week":true}')).body.errors).toMatchObject([
      { field: "week", message: "must be all, or must be a list" },
    ]);
  });

  test("422: text that cannot be stored", async () => {
    expect((await put('{"title":"a\\u0000b"}')).body.errors).toMatchObject([{ field: "title", code: "nul_byte" }]);
    expect((await put('{"title":"a\\ud800b"}')).body.errors).toMatchObject([{ field: "title", code: "not_unicode" }]);
  });

  test("thousands of errors in a body: the response has limited size", async () => {
    const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${"f".repeat(150)}${i}`, i]));
    const { status, body } = await put(JSON.stringify({ title: "T", ...fields }));
    expect(status).toBe(422);
    expect(JSON.stringify(body).length).toBeLessThan(30_000);
    expect(body.detail).toContain("4999 more");
  });

  test("413: above 1 MiB, with and without Content-Length", async () => {
    const large = JSON.stringify({ title: "x".repeat(1_048_576) });
    expect((await put(large)).body.code).toBe("payload_too_large");
    const chunks = () =>
      new ReadableStream({
        start(controller) {
          for (let sent = 0; sent < large.length; sent += 65_536)
            controller.enqueue(Buffer.from(large.slice(sent, sent + 65_536)));
          controller.close();
        },
      });
    expect((await put(chunks())).body.code).toBe("payload_too_large");
    expect((await put("x".repeat(20_000_000))).body.code).toBe("payload_too_large");
    expect((await put(JSON.stringify({ title: "T" }).padEnd(1_048_576))).status).toBe(200);
  });

  test("422: deeply nested body", async () => {
    const deep = `{"title":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect((await put(deep)).body.errors).toMatchObject([{ field: "title", message: "must be a string" }]);
  });

  test("missing body: counts as an empty object", async () => {
    expect(await (await server.get("/notes/7", { method: "DELETE" })).json()).toEqual({ deleted: 7 });
    expect(await (await server.get("/notes/7", { method: "DELETE", body: "{}", headers: json })).json()).toEqual({
      deleted: 7,
    });
    expect((await put("")).body.errors).toMatchObject([{ field: "title", code: "required" }]);
  });
});
