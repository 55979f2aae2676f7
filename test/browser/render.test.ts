import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { createRenderer } from "#bridge/outbound/browser.ts";
import { answer } from "../support/fakes/peers.ts";
import { hasChromium } from "./chromium.ts";
import { page, type RenderSite, startRenderSite, text } from "./render-site.ts";

describe.skipIf(!hasChromium)("rendering a page", () => {
  let world: RenderSite;

  beforeAll(async () => {
    world = await startRenderSite();
  });
  beforeEach(() => world.reset());
  afterAll(() => world.stop());

  describe("made by scripts", () => {
    test("has its text, its status and its address", async () => {
      world.pages.set(
        "/",
        page(
          `<main></main><script type="module">
          const { text } = await (await fetch("http://api.test:${world.site.port}/text")).json();
          document.querySelector("main").textContent = text;
          history.replaceState(null, "", "/shown#top");
        </script>`,
          { status: "203 From elsewhere" },
        ),
      );
      world.pages.set("/text", answer(JSON.stringify({ text }), { headers: { "access-control-allow-origin": "*" } }));
      const own = createRenderer(world.settings);
      const rendered = await world.render(world.at("/#part"), { using: own });
      await own.close();
      expect(rendered).toMatchObject({ url: world.at("/shown"), status: 203 });
      expect(rendered.html).toStartWith("<!doctype html><html><head><title>Quay</title>");
      expect(rendered.html).toContain(`<main>${text}</main>`);
      const agents = world.site.requests.map((head) => /^user-agent: (.*)$/im.exec(head)![1]!);
      for (const agent of agents) expect(agent).toMatch(/Chrome\/.* SlipwayBot\/0\.1 \(\+https:/);
      expect(world.site.requests.join("")).not.toMatch(/proxy-/i);
    });

    test("shows its pictures to a browser that takes one of it", async () => {
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#12b886"/></svg>`;
      world.pages.set("/", page(`<style>*{margin:0}</style><img src="/drawing.svg" alt=""><p>${text}</p>`));
      world.pages.set("/drawing.svg", answer(drawing, { headers: { "content-type": "image/svg+xml" } }));
      const own = createRenderer(world.settings);
      const png = await own.photograph(world.at("/"), { timeoutMs: 20_000 });
      await own.close();
      const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([1280, 800]);
      expect([...data.subarray(0, 3)]).toEqual([0x12, 0xb8, 0x86]);
    });

    test("is waited for while there is little text", async () => {
      world.pages.set(
        "/",
        page(`<div id="app">Loading</div><script>
        setTimeout(() => { app.textContent = ${JSON.stringify(text)}; }, 900);
      </script>`),
      );
      expect((await world.render(world.at("/"))).html).toContain(text);
    });

    test("has what is in its shadow roots", async () => {
      world.pages.set(
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
      const { html } = await world.render(world.at("/"));
      expect(html).toContain(
        "<x-card><h2>card</h2><x-inner><i>inner</i></x-inner><slot></slot><b>slotted</b></x-card>",
      );
    });

    test("cannot lie about itself by changing what the browser offers to scripts", async () => {
      world.pages.set(
        "/",
        page(`${text}<script>
        for (const name of ["outerHTML", "innerText"]) Object.defineProperty(Element.prototype, name, { get: () => "x".repeat(1e8) });
        Object.defineProperty(document, "URL", { get: () => "http://bank.example/" });
        JSON.stringify = String.prototype.slice = () => "nonsense";
      </script>`),
      );
      const rendered = await world.render(world.at("/"));
      expect(rendered.url).toBe(world.at("/"));
      expect(rendered.html).toContain(`<body>${text}<script>`);
    });
  });

  test("loads neither images, fonts, media nor frames, and sends no form", async () => {
    const loads =
      '<img src="/image"><video src="/media" autoplay></video><iframe src="/frame"></iframe><link rel="stylesheet" href="/style">';
    world.pages.set(
      "/",
      page(`${loads}<form method="post" action="/post"></form><p style="font-family: F">${text}</p>
      <script>document.forms[0].submit()</script>`),
    );
    world.pages.set(
      "/style",
      answer("@font-face { font-family: F; src: url(/font) }", {
        headers: { "content-type": "text/css" },
      }),
    );
    expect((await world.render(world.at("/"))).html).toContain(text);
    expect(
      world
        .asked()
        .filter((line) => line !== "GET /favicon.ico")
        .sort(),
    ).toEqual(["GET /", "GET /style"]);
  });

  test("is cut at the bytes that are asked for, between characters", async () => {
    world.pages.set("/", page("é".repeat(50_000)));
    const { html } = await world.render(world.at("/"), { maxBytes: 10_001 });
    expect(Buffer.byteLength(html)).toBeWithin(9_999, 10_002);
    expect(html).toEndWith("éé");
  });

  test("is an error where it is no page", async () => {
    world.pages.set("/zip", answer("PK", { headers: { "content-type": "application/zip" } }));
    world.pages.set("/picture", answer("GIF89a", { headers: { "content-type": "image/gif" } }));
    world.pages.set("/attached", page(text, { headers: { "content-disposition": "attachment" } }));
    for (const path of ["/zip", "/picture", "/attached"])
      expect(await world.refusal(world.at(path))).toBe(
        'protocol: What "site.test" sends is not a web page. Give the address of one.',
      );
    world.pages.set("/odd", "SSH-2.0-OpenSSH_9.2\r\n");
    expect(await world.refusal(world.at("/odd"))).toStartWith(
      'protocol: The answer of "site.test" is not what a web server sends.',
    );
  });

  test("may be an error of the site, with or without text", async () => {
    world.pages.set("/gone", page(text, { status: "410 Gone" }));
    world.pages.set("/empty", answer("", { status: "503 Service Unavailable" }));
    expect(await world.render(world.at("/gone"))).toMatchObject({ status: 410, html: expect.stringContaining(text) });
    expect(await world.render(world.at("/empty#part"))).toEqual({ url: world.at("/empty"), status: 503, html: "" });
  });

  test("keeps the proxy's password from a site that asks for one", async () => {
    world.pages.set(
      "/",
      page(text, { status: "401 Unauthorized", headers: { "www-authenticate": 'Basic realm="slipway"' } }),
    );
    expect(await world.render(world.at("/"))).toMatchObject({ status: 401 });
    expect(world.site.requests.join("")).not.toMatch(/authorization/i);
  });

  describe("that does not end", () => {
    const start = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<!doctype html><p>${text}</p>`;

    test("is read as far as it came", async () => {
      world.pages.set("/", (socket) => void socket.write(start));
      const { html } = await world.render(world.at("/"), { timeoutMs: 40_000 });
      expect(html).toContain(text);
    });

    test("is read as far as it may be loaded", async () => {
      const limited = createRenderer({ ...world.settings, limits: { maxBytes: 300_000 } });
      const paragraphs = `<p>${text}</p>`.repeat(20);
      let sent = 0;
      world.pages.set("/", (socket) => {
        socket.write(start);
        const more = () => {
          while (!socket.destroyed && sent < 50_000_000 && socket.write(paragraphs)) sent += paragraphs.length;
        };
        socket.on("drain", more);
        more();
      });
      const { html } = await world.render(world.at("/"), { using: limited });
      expect(html).toContain(text);
      expect(html.length).toBeLessThan(1_000_000);
      expect(sent).toBeLessThan(20_000_000);
      await limited.close();
    });

    test("because it never answers is given up on", async () => {
      world.pages.set("/", () => {});
      expect(await world.refusal(world.at("/"), { timeoutMs: 1500 })).toBe(
        'timeout: "site.test" took longer than 1.5 s. Try again later.',
      );
      const reason = new Error("no longer needed");
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 300);
      await expect(world.render(world.at("/"), { signal: controller.signal })).rejects.toBe(reason);
      await world.site.allClosed();
    });

    test("because it loads for ever is read after a while", async () => {
      world.pages.set("/", page(`${text}<script>setInterval(() => fetch("/poll"), 50)</script>`));
      expect((await world.render(world.at("/"), { timeoutMs: 60_000 })).html).toContain(text);
    }, 90_000);

    test.each([
      ["asks for ever", "while (true) { alert(1); confirm(2); prompt(3); }"],
      ["computes for ever", "while (true);"],
    ])("because it %s is given up on, and the next page is rendered", async (_, script) => {
      world.pages.set("/", page(`${text}<script>${script}</script>`));
      world.pages.set("/fine", page(text));
      expect(await world.refusal(world.at("/"), { timeoutMs: 2000 })).toStartWith("timeout: ");
      expect((await world.render(world.at("/fine"))).html).toContain(text);
    });

    test("because it asks once, or does not let go, goes on", async () => {
      world.pages.set(
        "/",
        page(`<script>
        addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "stay"; });
        alert("hello");
        document.write(confirm("sure?") + " " + prompt("name?") + " ${text}");
        open("/popup"); open("about:blank");
      </script>`),
      );
      const { html } = await world.render(world.at("/"));
      expect(html).toContain(`false null ${text}`);
      expect(world.asked()).not.toContain("GET /popup");
    });
  });
});
