import { describe, expect, test } from "bun:test";
import { renderMarkdown } from "./markdown.ts";

const base = "https://slipway.test";
const html = (markdown: string) => renderMarkdown(markdown, base);

test("headings, lists, tables, code and emphasis are kept", async () => {
  const rendered = await html(
    "# Top\n\n- [x] **done**\n- [ ] *open*\n\n| a | b |\n| :-- | --: |\n| 1 | `2` |\n\n```sh\na < b\n```",
  );
  expect(rendered).toContain("<h2>Top</h2>");
  expect(rendered).toContain("<li>☑ <strong>done</strong></li>\n<li>☐ <em>open</em></li>");
  expect(rendered).toContain('<td align="left">1</td>\n<td align="right"><code>2</code></td>');
  expect(rendered).toContain('<pre><code class="language-sh">a &lt; b\n</code></pre>');
});

test("links keep their URL, and external links get rel=nofollow", async () => {
  expect(await html("[a](/blog/x) [b](https://slipway.test/y)")).toBe(
    '<p><a href="/blog/x">a</a> <a href="https://slipway.test/y">b</a></p>',
  );
  expect(await html("[c](https://other.test/?q=1&r=2)")).toBe(
    '<p><a href="https://other.test/?q=1&amp;r=2" rel="nofollow noopener">c</a></p>',
  );
  expect(await html('<a href="/\\other.test" rel="opener" target="_blank">d</a>')).toContain('rel="nofollow noopener"');
});

test("only images from our own origin are kept", async () => {
  expect(await html("![a](/media/1)")).toBe('<p><img src="https://slipway.test/media/1" alt="a" loading="lazy" /></p>');
  expect(await html("![a](https://slipway.test/media/1)")).toContain('src="https://slipway.test/media/1"');
  for (const foreign of [
    "![x](https://other.test/x.png)",
    "![x](//other.test/x.png)",
    "<img src='/\\other.test/x.png'>",
    "<img src=' \thttps://other.test/x.png'>",
    "<img srcset='https://other.test/x.png 2x'>",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "![x](https://slipway.test.other.test/x.png)",
  ])
    expect(await html(foreign)).not.toContain("<img");
});

describe("hostile Markdown", () => {
  const hostile = {
    script: "<script>alert(1)</script>",
    "script in a list": "- a\n\n  <script src=//other.test></script>",
    "split script": "<scr<script>ipt>alert(1)</scr</script>ipt>",
    handler: '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
    "image handler": "<img src=/x onerror=alert(1)>",
    "javascript link": "[x](javascript:alert(1)) <a href=' JaVaScRiPt:alert(1)'>x</a>",
    "encoded javascript link": "[x](&#106;avascript:alert(1)) <a href='java&#10;script:alert(1)'>x</a>",
    "automatic link": "<javascript:alert(1)>",
    "data link": "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "vbscript link": "[x](vbscript:msgbox)",
    iframe: "<iframe src=https://other.test srcdoc='<script>alert(1)</script>'></iframe>",
    svg: "<svg onload=alert(1)><a href='javascript:alert(1)'><text>x</text></a></svg>",
    math: "<math><mtext><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    style: "<style>@import '//other.test'</style><p style='background:url(//other.test)'>x</p>",
    "noscript escape": '<noscript><p title="</noscript><img src=/x onerror=alert(1)>">',
    form: "<form action=//other.test><input name=a autofocus onfocus=alert(1)><button formaction=//other.test>b</button></form>",
    head: "<base href=//other.test><meta http-equiv=refresh content='0;url=//other.test'><link rel=stylesheet href=//other.test>",
    embeds: "<object data=//other.test></object><embed src=//other.test><video src=//other.test></video>",
    "names and classes": "<p id=login class=admin name=x>x</p>",
    "code language": '```js"onclick=alert(1)\nx\n```',
  };
  const harmless =
    /^(?:[^<>]|<\/?(?:h[2-6]|p|ul|ol|li|pre|table|thead|tbody|tr|em|strong|code)>|<a(?: href="(?:https?:|\/)[^"]*")?(?: rel="[^"]*")?>|<\/a>|<img src="\/x" loading="lazy" \/>|<code class="language-[^"]*">)*$/;
  for (const [name, markdown] of Object.entries(hostile))
    test(name, async () => {
      expect(await html(markdown)).toMatch(harmless);
      expect(await html(`Before.\n\n${markdown}`)).toStartWith("<p>Before.</p>");
    });
});
