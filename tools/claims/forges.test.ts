import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ClaimTown, startClaimTown } from "#test/support/records/claims.ts";

// Fakes of the forges' documented APIs over TLS: GitHub's REST API and raw content, GitLab's repository files, Forgejo's
// repositories and users.

const forges = ["api.github.com", "raw.githubusercontent.com", "gitlab.com", "codeberg.org"];
let town: ClaimTown;
beforeAll(async () => {
  town = await startClaimTown({ secureHosts: forges });
});
afterAll(() => town.stop());

let made = 0;
async function claimed(method: "file" | "meta", url: string) {
  const slug = `forged-${++made}`;
  await town.list(slug, { url });
  const ada = await town.person(`ada-${made}@people.test`);
  const { status, body } = await ada.over("REST", "claim_listing", { slug, method });
  expect(status).toBe(201);
  const verify = async () => (await ada.over("REST", "verify_claim", { claim_id: body.claim_id })).body;
  return { verify, value: body.instructions.value as string, instructions: body.instructions };
}
const json = (body: unknown, init?: ResponseInit) => () => Response.json(body, init);

const rawFiles = {
  GitHub: (project: string) => ({
    listing: `https://github.com/${project}`,
    path: `raw.githubusercontent.com/${project}/HEAD/slipway-verification.txt`,
    query: "",
    missing: () => new Response("404: Not Found", { status: 404 }),
  }),
  GitLab: (project: string) => ({
    listing: `https://gitlab.com/group/${project}/-/tree/main`,
    path: `gitlab.com/api/v4/projects/${encodeURIComponent(`group/${project}`)}/repository/files/slipway-verification.txt/raw`,
    query: "?ref=HEAD",
    missing: json({ message: "404 File Not Found" }, { status: 404 }),
  }),
  Codeberg: (project: string) => ({
    listing: `https://codeberg.org/${project}`,
    path: `codeberg.org/api/v1/repos/${project}/raw/slipway-verification.txt`,
    query: "",
    missing: json({ message: "The target couldn't be found.", errors: [] }, { status: 404 }),
  }),
};

describe.each(Object.entries(rawFiles))("a file in the default branch at %s", (_, of) => {
  test("proves the project; without the file, the error says what to do", async () => {
    const { listing, path, query, missing } = of("acme/tool");
    const { verify, value, instructions } = await claimed("file", listing);
    expect(instructions).toMatchObject({ name: "slipway-verification.txt" });
    town.pages.set(path, missing);
    const { last_error } = await verify();
    expect(last_error.code).toBe("not_found");
    expect(last_error.message).toEndWith("(404). Add the file to the default branch, and make the project public.");
    town.pages.set(path, ({ url }) =>
      new URL(url).search === query ? new Response(`# Proofs\n${value}\n`) : new Response("", { status: 400 }),
    );
    expect((await verify()).status).toBe("verified");
  });
});

test("a moved project on GitLab: read at the URL of the redirect", async () => {
  const { listing, path } = rawFiles.GitLab("acme/old");
  const { verify, value } = await claimed("file", listing);
  const now = "https://gitlab.com/api/v4/projects/81/repository/files/slipway-verification.txt/raw?ref=HEAD";
  town.pages.set(
    path,
    () =>
      new Response(`This resource has been moved permanently to ${now}`, { status: 301, headers: { location: now } }),
  );
  town.pages.set("gitlab.com/api/v4/projects/81/repository/files/slipway-verification.txt/raw", value);
  expect((await verify()).status).toBe("verified");
});

const limits: [what: string, () => Response, RegExp][] = [
  [
    "GitHub's primary limit",
    json(
      { message: "API rate limit exceeded for 203.0.113.7.", documentation_url: "https://docs.github.com/rest" },
      { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1795010700" } },
    ),
    /is limiting our requests \(403\)\. Try again after 14:05 UTC\.$/,
  ],
  [
    "GitHub's secondary limit",
    json({ message: "You have exceeded a secondary rate limit." }, { status: 403, headers: { "retry-after": "60" } }),
    /Try again in 60 s\.$/,
  ],
  [
    "a 429 with a longer wait",
    () => new Response("Retry later\n", { status: 429, headers: { "retry-after": "3000" } }),
    /\(429\)\. Try again in 50 minutes\.$/,
  ],
  [
    "a 429 with GitLab's reset header",
    () => new Response("Retry later\n", { status: 429, headers: { "ratelimit-reset": "1795010700" } }),
    /Try again after 14:05 UTC\.$/,
  ],
  [
    "a 429 with invalid headers",
    () => new Response("", { status: 429, headers: { "retry-after": "soon", "x-ratelimit-reset": "never" } }),
    /Try again later\.$/,
  ],
];

describe("a rate limit is distinguished from a refusal", () => {
  test.each(limits)("%s", async (_, answer, message) => {
    const project = `acme/limited-${made}`;
    const { verify } = await claimed("meta", `https://github.com/${project}`);
    town.pages.set(`api.github.com/repos/${project}`, answer);
    const { status, last_error } = await verify();
    expect([status, last_error.code]).toEqual(["pending", "rate_limited"]);
    expect(last_error.message).toMatch(message);
  });

  test("a refusal", async () => {
    const { verify } = await claimed("meta", "https://github.com/acme/blocked");
    const blocked = { message: "Repository access blocked", block: { reason: "tos" } };
    town.pages.set(
      "api.github.com/repos/acme/blocked",
      json(blocked, { status: 403, headers: { "x-ratelimit-remaining": "41" } }),
    );
    expect((await verify()).last_error.code).toBe("refused");
  });
});

const apis = {
  GitHub: { listing: "https://github.com", api: "api.github.com", field: "homepage", profile: "blog" },
  Codeberg: { listing: "https://codeberg.org", api: "codeberg.org/api/v1", field: "website", profile: "website" },
};

describe.each(Object.entries(apis))("the website link at %s", (_, { listing, api, field, profile }) => {
  const project = (name: string) => `${api}/repos/${name}`;
  const projectOf = (link: string | null, login = "acme") => ({ id: 7, owner: { login, id: 3 }, [field]: link });

  test("of the project: only the exact link proves it", async () => {
    const { verify, value } = await claimed("meta", `${listing}/acme/linked`);
    town.pages.set(project("acme/linked"), json({ message: "Not Found" }, { status: 404 }));
    expect((await verify()).last_error).toMatchObject({
      code: "not_found",
      message: expect.stringMatching(/Make the project public\.$/),
    });
    town.pages.set(`${api}/users/acme`, json({ login: "acme", [profile]: null }));
    town.pages.set(project("acme/linked"), json(projectOf(null)));
    expect((await verify()).last_error.code).toBe("no_link");
    town.pages.set(project("acme/linked"), json(projectOf("https://acme.example/")));
    expect((await verify()).last_error.message).toContain('"https://acme.example/"');
    town.pages.set(project("acme/linked"), json(projectOf(`${value}/`)));
    expect((await verify()).status).toBe("verified");
  });

  test("of the owner's profile: proves it", async () => {
    const { verify, value } = await claimed("meta", `${listing}/acme/owned`);
    town.pages.set(project("acme/owned"), json(projectOf("https://acme.example")));
    town.pages.set(`${api}/users/acme`, json({ login: "acme", [profile]: value }));
    expect((await verify()).status).toBe("verified");
  });

  test("of a moved project: the present owner's profile counts, not the one with the former name", async () => {
    const { verify, value } = await claimed("meta", `${listing}/old-name/moved`);
    const now = `${api}/repositories/1300192`;
    const body = { message: "Moved Permanently", url: `https://${now}` };
    town.pages.set(project("old-name/moved"), json(body, { status: 301, headers: { location: `https://${now}` } }));
    town.pages.set(now, json(projectOf("", "new-name")));
    town.pages.set(`${api}/users/old-name`, json({ login: "old-name", [profile]: value }));
    town.pages.set(`${api}/users/new-name`, json({ login: "new-name", [profile]: "" }));
    expect((await verify()).last_error.code).toBe("no_link");
    town.pages.set(`${api}/users/new-name`, json({ login: "new-name", [profile]: value }));
    expect((await verify()).status).toBe("verified");
  });

  test("in a malformed response: no_link", async () => {
    const { verify } = await claimed("meta", `${listing}/acme/odd`);
    for (const odd of ["[]", "nonsense", '{"owner":{"login":["x"]}}', '{"owner":null,"homepage":{},"website":7}']) {
      town.pages.set(project("acme/odd"), odd);
      expect((await verify()).last_error.code).toBe("no_link");
    }
  });
});
