import { afterAll, beforeAll, expect, test } from "bun:test";
import { linkIn, openLinkOf, signUpAs, visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
let listing: { slug: string; name: string };
let category: { slug: string; name: string };
beforeAll(async () => {
  server = await startTestServer();
  [listing] = (await server.call("search_listings", { per_page: 1 })).body.items;
  [category] = (await server.call("list_categories", {})).body.items;
});
afterAll(() => server.stop());

const leadOf = (html: string) => /<p class="lead">(.*?)<\/p>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, "");
const linkOn = async (path: string, label: RegExp) => {
  const { html } = await visitor(server).get(path);
  const [, href] = label.exec(html)!;
  return href!.replaceAll("&amp;", "&");
};

test("a visitor who pressed an arrow reads why to sign up, and then that the arrow must be pressed again", async () => {
  const signIn = await linkOn("/", /href="(\/sign-in[^"]+)" aria-label="Vote for/);
  const person = visitor(server);
  const { html } = await person.get(signIn);
  expect(leadOf(html)).toMatch(/^Sign in to vote for .+\. Then press the arrow again\.$/);
  const signUp = /href="(\/sign-up[^"]+)"/.exec(html)![1]!.replaceAll("&amp;", "&");
  expect(leadOf((await person.get(signUp)).html)).toStartWith("Create an account to vote for ");

  const return_to = new URL(signUp, server.url).searchParams.get("return_to")!;
  await person.post("/sign-up", { name: "Ada", email: "ada@example.test", return_to });
  const [mail] = await server.mails();
  const { location } = await openLinkOf(person, linkIn(mail!));
  const arrived = (await person.get(location!)).html;
  expect(arrived).toContain("You are signed in. Press the arrow to vote.");
  // Nothing was voted for, and links on the page do not repeat the notice.
  expect(arrived).not.toContain('value="take-back"');
  expect(arrived).toContain('name="back" value="/"');
});

test.each([
  ["a listing", () => `/listings/${listing.slug}`, () => listing.name],
  ["a category", () => `/categories/${category.slug}`, () => category.name],
  ["a search", () => "/search?q=notes", () => "this search"],
])("a visitor who pressed Follow on %s reads that it means email, before and after", async (_, path, name) => {
  const button = /<a class="button" href="(\/sign-in[^"]+follow)"[^>]*>(?:<span>)?Follow.*? by email/s;
  const signIn = await linkOn(path(), button);
  expect(leadOf((await visitor(server).get(signIn)).html)).toBe(
    `Sign in to follow ${name()} by email. Then press Follow again.`,
  );
  const person = await signUpAs(server, "bea@example.test");
  const { location } = await person.get(signIn);
  expect((await person.get(location!)).html).toContain("You are signed in. Press Follow to get emails.");
});

test("the text never comes from the path: unknown records and purposes have none", async () => {
  for (const back of [
    "/?to=vote.no-such-product",
    "/?to=vote.<b>",
    "/?to=vote",
    "/?to=constructor",
    "/listings/no-such-product?to=follow",
    "/account?to=follow",
    `/listings/${listing.slug}?to=buy`,
  ]) {
    const person = visitor(server);
    const page = await person.get(`/sign-in?${new URLSearchParams({ return_to: back })}`);
    expect([back, page.status, leadOf(page.html)]).toEqual([back, 200, undefined]);
  }
});
