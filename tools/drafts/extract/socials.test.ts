import { expect, test } from "bun:test";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import { readSite } from "./read-site.ts";
import { profileOf } from "./social-networks.ts";
import { findSocials } from "./socials.ts";

type Pages = Parameters<typeof sourceOf>[0];
const socialsOf = (pages: Pages, url = "https://fernleaf.example/") =>
  findSocials(readSite(sourceOf(pages, { url }))!, "Fernleaf").value;

test.each([
  ["https://twitter.com/fernleaf?lang=en", "https://x.com/fernleaf"],
  ["http://www.linkedin.com/company/fernleaf/", "https://www.linkedin.com/company/fernleaf"],
  ["https://github.com/fernleaf/fernleaf", "https://github.com/fernleaf/fernleaf"],
  ["https://m.facebook.com/fernleaf", "https://www.facebook.com/fernleaf"],
  ["https://youtube.com/@fernleaf", "https://www.youtube.com/@fernleaf"],
  ["https://discord.com/invite/aBcD12", "https://discord.gg/aBcD12"],
  ["https://mastodon.social/@fernleaf", "https://mastodon.social/@fernleaf"],
  ["https://bsky.app/profile/fernleaf.example", "https://bsky.app/profile/fernleaf.example"],
  ["https://twitter.com/intent/tweet?text=hi", null],
  ["https://x.com/fernleaf/status/123", null],
  ["https://www.facebook.com/sharer/sharer.php?u=x", null],
  ["https://www.linkedin.com/shareArticle?url=x", null],
  ["https://www.linkedin.com/in/ida-brandvik", null],
  ["https://www.youtube.com/watch?v=abc", null],
  ["https://github.com/fernleaf/fernleaf/issues", null],
  ["https://github.com/features", null],
  ["https://fernleaf.example/@ida", null],
  ["mailto:hello@fernleaf.example", null],
])("%p: profile %p", (address, profile) => {
  expect(profileOf(address)?.address ?? null).toBe(profile);
});

test("profiles: from page frame and JSON-LD", () => {
  const page: Pages[0] = {
    jsonLd: [{ "@type": ["Organization"], name: "Fernleaf", sameAs: ["https://www.youtube.com/@fernleaf"] }],
    links: [
      ["https://twitter.com/fernleaf", "Twitter"],
      ["https://twitter.com/intent/tweet", "Tweet this"],
      ["https://social.example/@fernleaf", "Mastodon", "footer", "me"],
    ],
  };
  expect(socialsOf([page])).toEqual({
    youtube: "https://www.youtube.com/@fernleaf",
    mastodon: "https://social.example/@fernleaf",
    x: "https://x.com/fernleaf",
  });
});

test("people, themes and other projects: ignored", () => {
  const page: Pages[0] = {
    links: [
      ["https://x.com/ida_brandvik", "Ida Brandvik", "main"],
      ["https://github.com/themes/paper", "Theme by Paper", "footer"],
      ["https://github.com/someone/fernleaf-plugin", "a plugin", "main"],
    ],
  };
  expect(socialsOf([page])).toEqual({});
});

test("two profiles: the one named like the product", () => {
  const page: Pages[0] = {
    links: [
      ["https://github.com/docmaker/docmaker", "GitHub"],
      ["https://github.com/brandvik/fernleaf", "GitHub"],
    ],
  };
  expect(socialsOf([page])).toEqual({ github: "https://github.com/brandvik/fernleaf" });
});

test("code forge: its own profiles are ignored and the project is used", () => {
  const page: Pages[0] = { title: "fernleaf", links: [["https://x.com/github", "X"]] };
  expect(socialsOf([page], "https://github.com/brandvik/fernleaf")).toEqual({
    github: "https://github.com/brandvik/fernleaf",
  });
});

test("profile with only a number: keeps it", () => {
  expect(profileOf("https://www.facebook.com/profile.php?id=100089123456789&sk=about")?.address).toBe(
    "https://www.facebook.com/profile.php?id=100089123456789",
  );
  expect(profileOf("https://www.facebook.com/profile.php")).toBeNull();
});

test("non-Latin company page and channel id: read", () => {
  const channel = "https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv";
  const company = "https://www.linkedin.com/company/fernleaf-%C3%ADr%C3%B3/about/?viewAsMember=true";
  expect(
    socialsOf([
      {
        links: [
          [channel, "fernleaf", "main"],
          [company, "LinkedIn"],
        ],
      },
    ]),
  ).toEqual({ youtube: channel, linkedin: "https://www.linkedin.com/company/fernleaf-író" });
});

test("link named after its network: a profile in any language", () => {
  const channel = "https://www.youtube.com/channel/UCZwnsCLDDaAbpWssi83CM4Q";
  const page: Pages[0] = {
    links: [
      ["https://www.facebook.com/profile.php?id=61590554766575&locale=pl_PL", "📘 Facebook"],
      [channel, "Kanał YouTube"],
      ["https://www.pinterest.com/fern", "Pinterest"],
      ["https://x.com/other", "Our other application on X, with news"],
    ],
  };
  expect(socialsOf([page])).toEqual({
    facebook: "https://www.facebook.com/profile.php?id=61590554766575",
    youtube: channel,
    pinterest: "https://www.pinterest.com/fern",
  });
});

test("unlinked URLs and handles: count if named like the product", () => {
  const page: Pages[0] = {
    blocks: [
      ["p", "Instagram: @fernleaf.app", "footer"],
      ["p", "tiktok.com/@fernleaf", "footer"],
      ["p", "YouTube: @someone", "footer"],
    ],
  };
  expect(socialsOf([page])).toEqual({
    instagram: "https://www.instagram.com/fernleaf.app",
    tiktok: "https://www.tiktok.com/@fernleaf",
  });
});

test("link to issues or releases: identifies the repository", () => {
  const links = (address: string): Pages[0] => ({ links: [[address, "Report a fault", "main"]] });
  const source = { github: "https://github.com/ida/fernleaf" };
  expect(socialsOf([links("https://github.com/ida/fernleaf/releases/latest/download/fernleaf.zip")])).toEqual(source);
  expect(socialsOf([links("https://github.com/someone/fernleaf-plugin/issues")])).toEqual({});
  expect(socialsOf([links("https://github.com/ida/fernleaf-support/issues")])).toEqual({});
});

test("JSON-LD sameAs: used; template placeholders: ignored", () => {
  const sameAs = ["https://www.instagram.com/fernleaf_salon", "https://www.facebook.com/yourpage"];
  expect(socialsOf([{ jsonLd: [{ "@type": ["HairSalon"], name: "Fernleaf", sameAs }] }])).toEqual({
    instagram: "https://www.instagram.com/fernleaf_salon",
  });
});

test("repeated invitation to one server on the home page: used", () => {
  const invite = (...ids: string[]): Pages[0] => ({
    links: ids.map((id) => [`https://discord.gg/${id}`, "Destek sunucusu", "main"]),
  });
  expect(socialsOf([invite("aBcD12", "aBcD12")])).toEqual({ discord: "https://discord.gg/aBcD12" });
  expect(socialsOf([invite("aBcD12")])).toEqual({});
  expect(socialsOf([invite("aBcD12", "aBcD12", "xYz987")])).toEqual({});
});
