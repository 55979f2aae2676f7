import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { type BrowserRenderer, createRenderer, type RendererSettings } from "../../bridge/outbound/browser.ts";
import { OutboundError } from "../../tools/core/outbound.ts";
import { selfSigned } from "../certificate.ts";
import { answer, type NameServer, type Peer, startNameServer, startPeer } from "../outside.ts";
import { chromiumPath, hasChromium } from "./chromium.ts";

// 127.0.0.1 is let through and stands for a public server, 127.0.0.2 is a private one on the same port.

const sentence = "Quay counts every container once and tells you where it is. ";
const htmlType = { "content-type": "text/html; charset=utf-8" };
const long = sentence.repeat(5);

describe.skipIf(!hasChromium)("rendering a page", () => {
  let dns: NameServer;
  let site: Peer;
  let hidden: Peer;
  let renderer: BrowserRenderer;
  /** What the site says, by path. */
  let pages: Record<string, string | Buffer | ((socket: Socket, request: string) => void)> = {};

  const settings = (): RendererSettings => ({
    chromiumPath,
    allowNetworks: ["127.0.0.1/32"],
    dnsServers: [dns.address],
    userAgent: "SlipwayBot/0.1 (+https://slipway.test/docs)",
  });
  const page = (body: string, more: Parameters<typeof answer>[1] = {}) =>
    answer(`<!doctype html><html><head><title>Quay</title></head><body>${body}</body></html>`, {
      ...more,
      headers: { ...htmlType, ...more.headers },
    });
  const redirect = (location: string) => answer("", { status: "302 Found", headers: { location } });
  const at = (path: string, host = "site.test") => `http://${host}:${site.port}${path}`;
  const render = (
    url: string,
    { timeoutMs = 10_000, maxBytes = 1_000_000, using = renderer, signal = undefined as AbortSignal | undefined } = {},
  ) => using.render(url, { timeoutMs, maxBytes, signal });
  const asked = () => site.requests.map((head) => head.split(" ").slice(0, 2).join(" "));

  async function refusal(url: string, options?: Parameters<typeof render>[1]): Promise<string> {
    const error = await render(url, options).then(
      ({ html }) => html,
      (error) => error,
    );
    expect(error).toBeInstanceOf(OutboundError);
    expect(error.message).not.toMatch(/127\.0\.0\.2|169\.254|::1/);
    return `${error.reason}: ${error.message}`;
  }

  beforeAll(async () => {
    dns = await startNameServer();
    site = await startPeer((socket, request) => {
      const path = request.split(" ")[1]!.split("?")[0]!;
      const said =
        pages[path] ?? answer("nothing here", { status: "404 Not Found", headers: { "content-type": "text/plain" } });
      if (typeof said === "function") said(socket, request);
      else socket.end(said);
    });
    hidden = await startPeer(answer("secret", { headers: htmlType }), { address: "127.0.0.2", port: site.port });
    renderer = createRenderer(settings());
  });
  beforeEach(() => {
    pages = {};
    site.requests.length = 0;
    dns.questions.length = 0;
    dns.records.clear();
    for (const name of ["site.test", "api.test"]) dns.records.set(name, ["127.0.0.1"]);
    dns.records.set("private.test", ["127.0.0.2"]);
  });
  afterAll(async () => {
    await renderer.close();
    // No test may ever have reached it.
    expect(hidden.connections).toBe(0);
    site.stop();
    hidden.stop();
    await dns.stop();
  });

  describe("made by scripts", () => {
    test("has its text, its status and its address, and comes within seconds", async () => {
      pages["/"] = page(
        `<main></main><script type="module">
          const { text } = await (await fetch("http://api.test:${site.port}/text")).json();
          document.querySelector("main").textContent = text;
          history.replaceState(null, "", "/shown#top");
        </script>`,
        { status: "203 From elsewhere" },
      );
      pages["/text"] = answer(JSON.stringify({ text: long }), { headers: { "access-control-allow-origin": "*" } });
      const own = createRenderer(settings());
      const start = performance.now();
      const rendered = await render(at("/#part"), { using: own });
      expect(performance.now() - start).toBeLessThan(6000);
      await own.close();
      expect(rendered).toMatchObject({ url: at("/shown"), status: 203 });
      expect(rendered.html).toStartWith("<!doctype html><html><head><title>Quay</title>");
      expect(rendered.html).toContain(`<main>${long}</main>`);
      const agents = site.requests.map((head) => /^user-agent: (.*)$/im.exec(head)![1]!);
      for (const agent of agents) expect(agent).toMatch(/Chrome\/.* SlipwayBot\/0\.1 \(\+https:/);
      expect(site.requests.join("")).not.toMatch(/proxy-/i);
    });

    test("is waited for while there is little text", async () => {
      pages["/"] = page(`<div id="app">Loading</div><script>
        setTimeout(() => { app.textContent = ${JSON.stringify(long)}; }, 900);
      </script>`);
      expect((await render(at("/"))).html).toContain(long);
    });

    test("has what is in its shadow roots", async () => {
      pages["/"] = page(`<x-card><b>slotted</b></x-card><script>
        customElements.define("x-inner", class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<i>inner</i>"; }
        });
        customElements.define("x-card", class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<h2>card</h2><x-inner></x-inner><slot></slot>"; }
        });
      </script>`);
      const { html } = await render(at("/"));
      expect(html).toContain(
        "<x-card><h2>card</h2><x-inner><i>inner</i></x-inner><slot></slot><b>slotted</b></x-card>",
      );
    });

    test("cannot lie about itself by changing what the browser offers to scripts", async () => {
      pages["/"] = page(`${long}<script>
        for (const name of ["outerHTML", "innerText"]) Object.defineProperty(Element.prototype, name, { get: () => "x".repeat(1e8) });
        Object.defineProperty(document, "URL", { get: () => "http://bank.example/" });
        JSON.stringify = String.prototype.slice = () => "nonsense";
      </script>`);
      const rendered = await render(at("/"));
      expect(rendered.url).toBe(at("/"));
      expect(rendered.html).toContain(`<body>${long}<script>`);
    });
  });

  test("loads neither images, fonts, media nor frames, and sends no form", async () => {
    const loads =
      '<img src="/image"><video src="/media" autoplay></video><iframe src="/frame"></iframe><link rel="stylesheet" href="/style">';
    pages["/"] = page(`${loads}<form method="post" action="/post"></form><p style="font-family: F">${long}</p>
      <script>document.forms[0].submit()</script>`);
    pages["/style"] = answer("@font-face { font-family: F; src: url(/font) }", {
      headers: { "content-type": "text/css" },
    });
    expect((await render(at("/"))).html).toContain(long);
    expect(
      asked()
        .filter((line) => line !== "GET /favicon.ico")
        .sort(),
    ).toEqual(["GET /", "GET /style"]);
  });

  test("is cut at the bytes that are asked for, between characters", async () => {
    pages["/"] = page("é".repeat(50_000));
    const { html } = await render(at("/"), { maxBytes: 10_001 });
    expect(Buffer.byteLength(html)).toBeWithin(9_999, 10_002);
    expect(html).toEndWith("éé");
  });

  test("is an error where it is no page", async () => {
    pages["/zip"] = answer("PK", { headers: { "content-type": "application/zip" } });
    pages["/picture"] = answer("GIF89a", { headers: { "content-type": "image/gif" } });
    pages["/attached"] = page(long, { headers: { "content-disposition": "attachment" } });
    for (const path of ["/zip", "/picture", "/attached"])
      expect(await refusal(at(path))).toBe(
        'protocol: What "site.test" sends is not a web page. Give the address of one.',
      );
    pages["/odd"] = "SSH-2.0-OpenSSH_9.2\r\n";
    expect(await refusal(at("/odd"))).toStartWith(
      'protocol: The answer of "site.test" is not what a web server sends.',
    );
  });

  test("keeps the proxy's password from a site that asks for one", async () => {
    pages["/"] = page(long, { status: "401 Unauthorized", headers: { "www-authenticate": 'Basic realm="slipway"' } });
    expect(await render(at("/"))).toMatchObject({ status: 401 });
    expect(site.requests.join("")).not.toMatch(/authorization/i);
  });

  describe("redirects", () => {
    test("are followed, by status, by meta refresh and by script", async () => {
      pages["/"] = redirect("/meta");
      pages["/meta"] = page('<meta http-equiv="refresh" content="0;url=/script">');
      pages["/script"] = page('<script>location.replace("/end")</script>');
      pages["/end"] = page(long);
      expect(await render(at("/"))).toMatchObject({ url: at("/end"), html: expect.stringContaining(long) });
    });

    test.each([
      ["a private address", () => at("/", "127.0.0.2"), "forbidden_address"],
      ["a private address in a spelling", () => at("/", "0x7f000002"), "forbidden_address"],
      ["a name with a private address", () => at("/", "private.test"), "forbidden_address"],
      ["a cloud's metadata", () => "http://169.254.169.254/latest/meta-data/", "forbidden_address"],
      ["another port", () => "http://93.184.216.34:22/", "forbidden_port"],
      ["a file", () => "file:///etc/passwd", "forbidden_scheme"],
      ["a page of the browser", () => "chrome://version/", "forbidden_scheme"],
      ["data", () => "data:text/html,hello", "forbidden_scheme"],
      ["themselves", () => "/", "too_many_redirects"],
    ])("to %s are refused", async (_to, location, reason) => {
      pages["/"] = redirect(location());
      expect(await refusal(at("/"))).toStartWith(`${reason}: `);
    });

    test("that scripts make without end are refused", async () => {
      let visits = 0;
      pages["/"] = (socket) => socket.end(page(`<script>location.replace("/?${++visits}")</script>`));
      const rendered = await render(at("/"));
      expect(visits).toBeLessThan(12);
      expect(rendered.html).toContain("location.replace");
    });
  });

  describe("addresses", () => {
    test.each([
      ["file:///etc/passwd", "forbidden_scheme"],
      ["chrome://version/", "forbidden_scheme"],
      ["data:text/html,hello", "forbidden_scheme"],
      ["about:blank", "forbidden_scheme"],
      ["view-source:http://site.test/", "forbidden_scheme"],
      ["http://127.0.0.2/", "forbidden_address"],
      ["http://[::1]/", "forbidden_address"],
      ["http://169.254.169.254/", "forbidden_address"],
      ["http://user:pass@site.test/", "has_credentials"],
      ["http://93.184.216.34:8080/", "forbidden_port"],
    ])("%s is refused before the browser sees it", async (url, reason) => {
      const own = createRenderer({ ...settings(), chromiumPath: "/nonexistent" });
      expect(await refusal(url, { using: own })).toStartWith(`${reason}: `);
    });

    test("names are judged by the proxy", async () => {
      expect(await refusal(at("/", "private.test"))).toBe(
        'forbidden_address: "private.test" does not point to a public address.',
      );
      expect(await refusal(at("/", "missing.test"))).toStartWith('unresolvable: "missing.test" was not found.');
      expect(await refusal("https://private.test/")).toStartWith("forbidden_address: ");
      expect(await refusal("https://missing.test/")).toStartWith("unresolvable: ");
    });

    test("a name that changes its address between two connections is refused at the second", async () => {
      dns.records.set("rebind.test", (asked) => (asked === 0 ? ["127.0.0.1"] : ["127.0.0.2"]));
      pages["/"] = page(`${long}<script>
        fetch("/again").then((r) => r.text(), () => "failed").then((text) => document.body.append("fetched: " + text));
      </script>`);
      const { html } = await render(at("/", "rebind.test"));
      expect(html).toContain("fetched: ");
      expect(html).not.toContain("fetched: secret");
      expect(asked()).toEqual(["GET /"]);
      expect(dns.questions.filter((question) => question === "A rebind.test").length).toBeGreaterThan(1);
    });

    test("a server that is not there, and one that hangs up", async () => {
      const gone = await startPeer("");
      gone.stop();
      expect(await refusal(`http://site.test:${gone.port}/`)).toStartWith('connection: "site.test" cannot be reached.');
      pages["/"] = (socket) => socket.destroy();
      expect(await refusal(at("/"))).toStartWith('connection: "site.test" closed the connection');
    });
  });

  test("over TLS, with a certificate that is trusted and one that is not", async () => {
    const { key, cert } = selfSigned(["site.test"]);
    const secure = await startPeer(page(`${long}<script>document.body.append(isSecureContext)</script>`), {
      secure: { key, cert },
    });
    const trusting = createRenderer({ ...settings(), ca: cert });
    const rendered = await render(`https://site.test:${secure.port}/`, { using: trusting });
    expect(rendered.html).toContain(`${sentence}true`.replace(`${sentence}true`, "</script>true"));
    await trusting.close();
    expect(await refusal(`https://site.test:${secure.port}/`)).toBe(
      'tls: "site.test" cannot be reached securely: its certificate is not one that browsers trust, or it does not speak TLS.',
    );
    expect(await refusal(at("/").replace("http:", "https:"))).toStartWith("tls: ");
    secure.stop();
  });

  describe("that does not end", () => {
    const start = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<!doctype html><p>${long}</p>`;

    test("is read as far as it came", async () => {
      pages["/"] = (socket) => void socket.write(start);
      const { html } = await render(at("/"), { timeoutMs: 4000 });
      expect(html).toContain(long);
    });

    test("is read as far as it may be loaded", async () => {
      const limited = createRenderer({ ...settings(), limits: { maxBytes: 300_000 } });
      let sent = 0;
      pages["/"] = (socket) => {
        socket.write(start);
        const more = () => {
          while (!socket.destroyed && sent < 50_000_000 && socket.write(`<p>${sentence}</p>`.repeat(100))) sent += 6000;
        };
        socket.on("drain", more);
        more();
      };
      const { html } = await render(at("/"), { using: limited });
      expect(html).toContain(long);
      expect(html.length).toBeLessThan(1_000_000);
      pages["/large"] = page(sentence.repeat(100), { headers: { "x-large": "x".repeat(20_000) } });
      expect(sent).toBeLessThan(20_000_000);
      await limited.close();
    });

    test("because it never answers is given up on", async () => {
      pages["/"] = () => {};
      expect(await refusal(at("/"), { timeoutMs: 1500 })).toBe(
        'timeout: "site.test" took longer than 1.5 s. Try again later.',
      );
      const stop = AbortSignal.timeout(300);
      await expect(render(at("/"), { signal: stop })).rejects.toBe(stop.reason);
      await site.allClosed();
    });

    test("because it loads for ever is read after a while", async () => {
      pages["/"] = page(`${long}<script>setInterval(() => fetch("/poll"), 50)</script>`);
      expect((await render(at("/"), { timeoutMs: 4000 })).html).toContain(long);
    });

    test.each([
      ["asks for ever", "while (true) { alert(1); confirm(2); prompt(3); }"],
      ["computes for ever", "while (true);"],
    ])("because it %s is given up on, and the next page is rendered", async (_, script) => {
      pages["/"] = page(`${long}<script>${script}</script>`);
      pages["/fine"] = page(long);
      expect(await refusal(at("/"), { timeoutMs: 2000 })).toStartWith("timeout: ");
      expect((await render(at("/fine"))).html).toContain(long);
    });

    test("because it asks once, or does not let go, goes on", async () => {
      pages["/"] = page(`<script>
        addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "stay"; });
        alert("hello");
        document.write(confirm("sure?") + " " + prompt("name?") + " ${long}");
        open("/popup"); open("about:blank");
      </script>`);
      const { html } = await render(at("/"));
      expect(html).toContain(`false null ${long}`);
      expect(asked()).not.toContain("GET /popup");
    });
  });
});
