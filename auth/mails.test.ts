import { describe, expect, test } from "bun:test";
import { contrast } from "#db/values/accent.ts";
import { composeMail, linkMail } from "./mails.ts";

const site = { name: "Slipway", base: "https://slipway.example" };
const hostile = 'Kelp"><a href="https://evil.example">click</a>\r\nBcc: eve@example.test\u2028x';

const content = {
  subject: "Kelpline is live",
  greeting: "Ada",
  paragraphs: ["First line\nsecond line"],
  items: [{ title: "Kelpline", url: "https://slipway.example/listings/kelpline", paragraphs: ["Place 1."] }],
  code: '<a href="https://slipway.example/listings/kelpline">badge</a>',
  action: { label: "View page", url: "https://slipway.example/a?b=1&c=2" },
  closing: ["The end."],
  reason: "You receive this email because you can edit Kelpline.",
  unsubscribeUrl: "https://slipway.example/unsubscribe?token=1.x&mails=awards",
};

/** The targets of the links of some HTML, as a mail program reads them. */
function linksOf(html: string): string[] {
  const found: string[] = [];
  const rewriter = new HTMLRewriter().on("a", {
    element: (element) => void found.push(element.getAttribute("href")!.replaceAll("&amp;", "&")),
  });
  rewriter.transform(html);
  return found;
}

describe("a mail", () => {
  test("text: all parts in order, then why the reader gets it", () => {
    expect(composeMail(site, content).textBody).toBe(`Hello Ada,

First line
second line

Kelpline
https://slipway.example/listings/kelpline

Place 1.

<a href="https://slipway.example/listings/kelpline">badge</a>

View page: https://slipway.example/a?b=1&c=2

The end.

Unsubscribe: https://slipway.example/unsubscribe?token=1.x&mails=awards

You receive this email because you can edit Kelpline.

Slipway, https://slipway.example
`);
  });

  test("HTML: the same links as the text, in the same order; code is text", () => {
    const { htmlBody, textBody } = composeMail(site, content);
    const { url } = content.action;
    expect(linksOf(htmlBody)).toEqual([content.items[0]!.url, url, content.unsubscribeUrl]);
    for (const link of linksOf(htmlBody)) expect(textBody).toContain(link);
    expect(htmlBody).toContain("&lt;a href=&quot;https://slipway.example/listings/kelpline&quot;&gt;badge");
    expect(htmlBody).toContain("First line<br>second line");
  });

  test("text from outside: neither a link, nor markup, nor another header or greeting", () => {
    const paragraphs = [hostile];
    const mail = composeMail(site, { subject: hostile, greeting: hostile, paragraphs, reason: hostile });
    expect(linksOf(mail.htmlBody)).toEqual([]);
    expect(mail.htmlBody).not.toContain("<a ");
    expect(mail.subject).not.toMatch(/[\r\n\u2028]/);
    expect(mail.textBody.split("\n")[0]).toBe(
      'Hello Kelp"><a href="https://evil.example">click</a> Bcc: eve@example.test x,',
    );
  });

  test("the site's colours and logo; nothing else is loaded", () => {
    const plain = composeMail(site, content).htmlBody;
    expect(plain).toContain("background:#0b7a6f;color:#ffffff");
    expect(plain).not.toMatch(/<img|<link|<script|url\(/);
    const look = { accent: "#7a0b4f", background: "#f6f1e7", logo: "https://slipway.example/media/ab" };
    const branded = composeMail({ ...site, ...look }, content).htmlBody;
    expect(branded).not.toContain("#0b7a6f");
    expect(branded).toContain("background:#f6f1e7;color:#14201f");
    expect(branded.match(/<img [^>]*src="([^"]+)"/g)).toHaveLength(1);
    expect(branded).toContain('src="https://slipway.example/media/ab"');
  });

  test.each([
    {},
    { accent: "#7a0b4f", background: "#f6f1e7" },
    { accent: "#000000", background: "#ffffff" },
    { accent: "#1a1aff" },
  ])("colours %p: texts, links and buttons are readable in light and dark", (look) => {
    const { htmlBody } = composeMail({ ...site, ...look }, content);
    const [, dark = "", light = ""] = /<style>@media \(prefers-color-scheme:dark\){(.*)}<\/style>(.*)/.exec(htmlBody)!;
    expect(htmlBody).toContain('<meta name="color-scheme" content="light dark">');
    for (const mode of [light, dark]) {
      const surfaces = [...mode.matchAll(/background:(#\w{6})[^;]*;color:(#\w{6})/g)];
      const links = [...mode.matchAll(/[{"]color:(#\w{6})/g)].map(([, colour]) => colour!);
      expect([surfaces.length > 1, links.length > 0]).toEqual([true, true]);
      const paper = surfaces[0]![1]!;
      for (const [, background, ink] of surfaces) expect(contrast(background!, ink!)).toBeGreaterThanOrEqual(4.5);
      for (const colour of links) expect(contrast(paper, colour)).toBeGreaterThanOrEqual(4.5);
    }
    // No element has a background without a colour, or mail programs could change only one of them.
    expect(htmlBody.match(/background:/g)).toHaveLength(htmlBody.match(/background:[^;]*;color:/g)!.length);
  });

  test("without its own reason: the reader has an account", () => {
    const { textBody } = composeMail(site, { subject: "Hi", greeting: "", paragraphs: [] });
    expect(textBody).toBe(
      "Hello,\n\nYou receive this email because you have an account on Slipway.\n\nSlipway, https://slipway.example\n",
    );
  });

  test("sign-in link: one action, in both bodies", () => {
    const link = { name: "", url: "https://slipway.example/link?token=abc", minutes: 60 };
    const { textBody, htmlBody } = linkMail("sign_in", site, link);
    expect(linksOf(htmlBody)).toEqual([link.url]);
    expect(textBody).toContain(`Sign in: ${link.url}\n`);
    expect(textBody).toContain("someone entered your email address on Slipway");
  });
});
