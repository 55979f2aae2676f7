import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { createRenderer } from "#bridge/outbound/browser.ts";
import { answer } from "../support/fakes/peers.ts";
import { hasChromium } from "./chromium.ts";
import { page, type RenderSite, startRenderSite, text } from "./render-site.ts";

describe.skipIf(!hasChromium)("rendering a page", () => {
  let fixture: RenderSite;

  beforeAll(async () => {
    fixture = await startRenderSite();
  });
  beforeEach(() => fixture.reset());
  afterAll(() => fixture.stop());

  describe("rendered by scripts", () => {
    test("returns text, status and URL", async () => {
      fixture.pages.set(
        "/",
        page(
          `<main></main><script type="module">
          const { text } = await (await fetch("http://api.test:${fixture.site.port}/text")).json();
          document.querySelector("main").textContent = text;
          history.replaceState(null, "", "/shown#top");
        </script>`,
          { status: "203 From elsewhere" },
        ),
      );
      fixture.pages.set("/text", answer(JSON.stringify({ text }), { headers: { "access-control-allow-origin": "*" } }));
      const own = createRenderer(fixture.settings);
      const rendered = await fixture.render(fixture.at("/#part"), { using: own });
      await own.close();
      expect(rendered).toMatchObject({ url: fixture.at("/shown"), status: 203 });
      expect(rendered.html).toStartWith("<!doctype html><html><head><title>Quay</title>");
      expect(rendered.html).toContain(`<main>${text}</main>`);
      const agents = fixture.site.requests.map((head) => /^user-agent: (.*)$/im.exec(head)![1]!);
      for (const agent of agents) expect(agent).toMatch(/Chrome\/.* SlipwayBot\/0\.1 \(\+https:/);
      expect(fixture.site.requests.join("")).not.toMatch(/proxy-/i);
    });

    test("takes a screenshot with its images", async () => {
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#12b886"/></svg>`;
      fixture.pages.set("/", page(`<style>*{margin:0}</style><img src="/drawing.svg" alt=""><p>${text}</p>`));
      fixture.pages.set("/drawing.svg", answer(drawing, { headers: { "content-type": "image/svg+xml" } }));
      const own = createRenderer(fixture.settings);
      const png = await own.photograph(fixture.at("/"), { timeoutMs: 20_000 });
      await own.close();
      const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([1280, 800]);
      expect([...data.subarray(0, 3)]).toEqual([0x12, 0xb8, 0x86]);
    });

    test("waits while there is little text", async () => {
      fixture.pages.set(
        "/",
        page(`<div id="app">Loading</div><script>
        setTimeout(() => { app.textContent = ${JSON.stringify(text)}; }, 900);
      </script>`),
      );
      expect((await fixture.render(fixture.at("/"))).html).toContain(text);
    });

    test("includes its shadow roots", async () => {
      fixture.pages.set(
        "/",
        page(`<x-card><b>slotted</b></x-card><script>
        customElements.define("x-inner", class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<i>inner</i>"; }
        });
        customElements.define("x-card", class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<h2>card</h2><x-inner></x-inner><slot></slot>"; }
        });
      </script>`),
      );
      const { html } = await fixture.render(fixture.at("/"));
      expect(html).toContain(
        "<x-card><h2>card</h2><x-inner><i>inner</i></x-inner><slot></slot><b>slotted</b></x-card>",
      );
    });

    test("is not affected by changed browser APIs", async () => {
      fixture.pages.set(
        "/",
        page(`${text}<script>
        for (const name of ["outerHTML", "innerText"]) Object.defineProperty(Element.prototype, name, { get: () => "x".repeat(1e8) });
        Object.defineProperty(document, "URL", { get: () => "http://bank.example/" });
        JSON.stringify = String.prototype.slice = () => "nonsense";
      </script>`),
      );
      const rendered = await fixture.render(fixture.at("/"));
      expect(rendered.url).toBe(fixture.at("/"));
      expect(rendered.html).toContain(`<body>${text}<script>`);
    });
  });

  test("loads no images, fonts, media or frames, and submits no form", async () => {
    const loads =
      '<img src="/image"><video src="/media" autoplay></video><iframe src="/frame"></iframe><link rel="stylesheet" href="/style">';
    fixture.pages.set(
      "/",
      page(`${loads}<form method="post" action="/post"></form><p style="font-family: F">${text}</p>
      <script>document.forms[0].submit()</script>`),
    );
    fixture.pages.set(
      "/style",
      answer("@font-face { font-family: F; src: url(/font) }", {
        headers: { "content-type": "text/css" },
      }),
    );
    expect((await fixture.render(fixture.at("/"))).html).toContain(text);
    expect(
      fixture
        .asked()
        .filter((line) => line !== "GET /favicon.ico")
        .sort(),
    ).toEqual(["GET /", "GET /style"]);
  });

  test("cuts the HTML at maxBytes, between characters", async () => {
    fixture.pages.set("/", page("é".repeat(50_000)));
    const { html } = await fixture.render(fixture.at("/"), { maxBytes: 10_001 });
    expect(Buffer.byteLength(html)).toBeWithin(9_999, 10_002);
    expect(html).toEndWith("éé");
  });

  test("refuses responses that are not web pages", async () => {
    fixture.pages.set("/zip", answer("PK", { headers: { "content-type": "application/zip" } }));
    fixture.pages.set("/picture", answer("GIF89a", { headers: { "content-type": "image/gif" } }));
    fixture.pages.set("/attached", page(text, { headers: { "content-disposition": "attachment" } }));
    for (const path of ["/zip", "/picture", "/attached"])
      expect(await fixture.refusal(fixture.at(path))).toBe(
        'protocol: "site.test" does not return a web page. Enter the URL of a web page.',
      );
    fixture.pages.set("/odd", "SSH-2.0-OpenSSH_9.2\r\n");
    expect(await fixture.refusal(fixture.at("/odd"))).toStartWith(
      'protocol: The response from "site.test" is not valid HTTP.',
    );
  });

  test("returns error pages of the site, with or without text", async () => {
    fixture.pages.set("/gone", page(text, { status: "410 Gone" }));
    fixture.pages.set("/empty", answer("", { status: "503 Service Unavailable" }));
    expect(await fixture.render(fixture.at("/gone"))).toMatchObject({
      status: 410,
      html: expect.stringContaining(text),
    });
    expect(await fixture.render(fixture.at("/empty#part"))).toEqual({
      url: fixture.at("/empty"),
      status: 503,
      html: "",
    });
  });

  test("401: the site does not get the proxy's password", async () => {
    fixture.pages.set(
      "/",
      page(text, { status: "401 Unauthorized", headers: { "www-authenticate": 'Basic realm="slipway"' } }),
    );
    expect(await fixture.render(fixture.at("/"))).toMatchObject({ status: 401 });
    expect(fixture.site.requests.join("")).not.toMatch(/authorization/i);
  });

  describe("that never finishes", () => {
    const start = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<!doctype html><p>${text}</p>`;

    test("returns the part that has arrived", async () => {
      fixture.pages.set("/", (socket) => void socket.write(start));
      const { html } = await fixture.render(fixture.at("/"), { timeoutMs: 40_000 });
      expect(html).toContain(text);
    });

    test("returns the part within the size limit", async () => {
      const limited = createRenderer({ ...fixture.settings, limits: { maxBytes: 300_000 } });
      const paragraphs = `<p>${text}</p>`.repeat(20);
      let sent = 0;
      fixture.pages.set("/", (socket) => {
        socket.write(start);
        const more = () => {
          while (!socket.destroyed && sent < 50_000_000 && socket.write(paragraphs)) sent += paragraphs.length;
        };
        socket.on("drain", more);
        more();
      });
      const { html } = await fixture.render(fixture.at("/"), { using: limited });
      expect(html).toContain(text);
      expect(html.length).toBeLessThan(1_000_000);
      expect(sent).toBeLessThan(20_000_000);
      await limited.close();
    });

    test("fails after the timeout or an abort if there is no response", async () => {
      fixture.pages.set("/", () => {});
      expect(await fixture.refusal(fixture.at("/"), { timeoutMs: 1500 })).toBe(
        'timeout: "site.test" took longer than 1.5 s. Try again later.',
      );
      const reason = new Error("no longer needed");
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 300);
      await expect(fixture.render(fixture.at("/"), { signal: controller.signal })).rejects.toBe(reason);
      await fixture.site.allClosed();
    });

    test("returns the page although it keeps loading", async () => {
      fixture.pages.set("/", page(`${text}<script>setInterval(() => fetch("/poll"), 50)</script>`));
      expect((await fixture.render(fixture.at("/"), { timeoutMs: 60_000 })).html).toContain(text);
    }, 90_000);

    test.each([
      ["opens dialogs forever", "while (true) { alert(1); confirm(2); prompt(3); }"],
      ["computes forever", "while (true);"],
    ])("fails after the timeout if it %s, and renders the next page", async (_, script) => {
      fixture.pages.set("/", page(`${text}<script>${script}</script>`));
      fixture.pages.set("/fine", page(text));
      expect(await fixture.refusal(fixture.at("/"), { timeoutMs: 2000 })).toStartWith("timeout: ");
      expect((await fixture.render(fixture.at("/fine"))).html).toContain(text);
    });

    test("dismisses dialogs and beforeunload, and opens no windows", async () => {
      fixture.pages.set(
        "/",
        page(`<script>
        addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "stay"; });
        alert("hello");
        document.write(confirm("sure?") + " " + prompt("name?") + " ${text}");
        open("/popup"); open("about:blank");
      </script>`),
      );
      const { html } = await fixture.render(fixture.at("/"));
      expect(html).toContain(`false null ${text}`);
      expect(fixture.asked()).not.toContain("GET /popup");
    });
  });
});
