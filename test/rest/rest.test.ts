import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const path = "/listings?per_page=5";
const plain = { "accept-encoding": "identity" };
const ask = (headers: Record<string, string>, at = path, method = "GET") =>
  server.get(at, { method, headers: { ...plain, ...headers } });

describe("validators", () => {
  test("304: If-None-Match with the current ETag, empty with the same headers", async () => {
    const etag = (await ask({})).headers.get("etag")!;
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", W/"more" , ${etag}`, "*", ` ${etag} `]) {
      const response = await ask({ "if-none-match": known });
      expect([known, response.status]).toEqual([known, 304]);
      expect(await response.text()).toBe("");
      expect(response.headers.get("etag")).toBe(etag);
      expect(response.headers.get("vary")).toContain("Authorization, Host");
      expect(response.headers.get("cache-control")).toBe("public, max-age=30");
      expect(response.headers.get("link")).toContain('rel="next"');
    }
  });

  test("other ETag, or one that contains ours: full response", async () => {
    const etag = (await ask({})).headers.get("etag")!;
    for (const known of ['"other"', etag.slice(1, -1), `"x${etag.slice(1)}`, ""])
      expect((await ask({ "if-none-match": known })).status).toBe(200);
  });

  test("different responses: different ETags", async () => {
    const tags = await Promise.all(
      [path, "/listings?per_page=6"].map(async (at) => (await ask({}, at)).headers.get("etag")),
    );
    expect(new Set(tags).size).toBe(2);
  });
});

describe("encodings", () => {
  const encodingOf = async (accept: string) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      headers: { "accept-encoding": accept },
      decompress: false,
    });
    const encoding = response.headers.get("content-encoding");
    const bytes = Buffer.from(await response.arrayBuffer());
    const text =
      encoding === "gzip" ? Bun.gunzipSync(bytes) : encoding === "zstd" ? Bun.zstdDecompressSync(bytes) : bytes;
    return {
      encoding,
      body: Buffer.from(text).toString(),
      etag: response.headers.get("etag"),
      vary: response.headers.get("vary"),
    };
  };

  test("Accept-Encoding: zstd, gzip or identity with the same body", async () => {
    const expected = (await encodingOf("identity")).body;
    const chosen: [string, string | null][] = [
      ["gzip", "gzip"],
      ["GZIP;q=0.5", "gzip"],
      ["gzip, deflate, br, zstd", "zstd"],
      ["zstd;q=0, gzip", "gzip"],
      ["gzip;q=0.0,zstd; q=0", null],
      ["identity", null],
      ["br, x-gzipped", null],
    ];
    for (const [accept, encoding] of chosen)
      expect([accept, await encodingOf(accept)]).toMatchObject([accept, { encoding, body: expected }]);
  });

  test("each encoding: its own ETag, and Vary names the header", async () => {
    const all = await Promise.all(["identity", "gzip", "zstd"].map(encodingOf));
    expect(new Set(all.map(({ etag }) => etag)).size).toBe(3);
    for (const { vary } of all) expect(vary).toBe("Authorization, Host, Accept-Encoding");
  });

  test("ETag of another encoding: full response", async () => {
    const { etag } = await encodingOf("gzip");
    expect((await ask({ "if-none-match": etag!, "accept-encoding": "gzip" })).status).toBe(304);
    expect((await ask({ "if-none-match": etag!, "accept-encoding": "identity" })).status).toBe(200);
  });
});

describe("methods", () => {
  test("HEAD: headers of GET without a body", async () => {
    for (const at of [path, "/listings/no-such-thing", "/nowhere", "/openapi.json"])
      for (const encoding of ["identity", "gzip"]) {
        const headers = { "accept-encoding": encoding, "x-request-id": "same" };
        const [get, head] = await Promise.all(
          ["GET", "HEAD"].map((method) => server.get(at, { method, headers, decompress: false } as RequestInit)),
        );
        const length = String((await get!.bytes()).length);
        const fields = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => name !== "date"));
        expect(head!.status).toBe(get!.status);
        expect(fields(head!)).toEqual({ ...fields(get!), "content-length": length });
        expect(await head!.text()).toBe("");
      }
  });

  test("405: Allow lists the valid methods", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await server.get("/listings", { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(await response.json()).toMatchObject({ code: "method_not_allowed", instance: "/api/v1/listings" });
    }
  });

  test("404: unknown API path", async () => {
    for (const at of ["", "/", "/nowhere", "/listings/a/b/c", "/%E2%82%AC"])
      expect([at, await (await server.get(at)).json()]).toMatchObject([at, { code: "not_found", status: 404 }]);
    const broken = { method: "POST", body: "{", headers: { "content-type": "application/json" } };
    expect(await (await server.get("/nowhere", broken)).json()).toMatchObject({ code: "not_found" });
  });
});

describe("other origins", () => {
  test("preflight: allows the methods of the path and the requested headers", async () => {
    const response = await server.get("/listings", {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization,x-request-id",
      },
    });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
      "access-control-allow-headers": "authorization,x-request-id",
      vary: "Access-Control-Request-Headers",
    });
  });

  test("OPTIONS without preflight: lists the methods", async () => {
    const response = await server.get("/listings", { method: "OPTIONS" });
    expect([response.status, response.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    expect((await server.get("/nowhere", { method: "OPTIONS" })).status).toBe(404);
  });

  test("other origins: may read responses, errors and their headers, including 404", async () => {
    const preflight = { method: "OPTIONS", headers: { "access-control-request-method": "GET" } };
    expect((await server.get("/nowhere", preflight)).status).toBe(204);
    for (const at of [path, "/listings/no-such-thing", "/nowhere", "/openapi.json"]) {
      const { headers } = await ask({ origin: "https://app.example" }, at);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      for (const name of ["ETag", "Link", "RateLimit", "Retry-After", "X-Request-Id"])
        expect(headers.get("access-control-expose-headers")).toContain(name);
    }
  });
});

describe("Accept", () => {
  test("406: only if Accept excludes JSON", async () => {
    for (const accept of ["text/html", "image/png, text/*", "application/json;q=0", "application/xml"]) {
      const response = await ask({ accept });
      expect([accept, response.status]).toEqual([accept, 406]);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
    }
    for (const accept of [
      "*/*",
      "",
      "application/json; charset=utf-8",
      "text/html, */*;q=0.1",
      "application/problem+json",
      "APPLICATION/*",
    ])
      expect([accept, (await ask({ accept })).status]).toEqual([accept, 200]);
  });
});
