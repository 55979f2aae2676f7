import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { type BrowserRenderer, createRenderer, type RendererSettings } from "#bridge/outbound/browser.ts";
import { run } from "../support/server/process.ts";
import { chromiumPath, hasChromium } from "./chromium.ts";

const text = "Quay counts every container once. ".repeat(10);
const canSeeProcesses = existsSync("/proc/self/stat");

interface Running {
  pid: number;
  group: number;
  command: string;
}

/** All processes except zombies. */
function processes(): Running[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [state, , group] = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)!.split(" ");
        const command = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
        return state === "Z" ? [] : [{ pid: Number(pid), group: Number(group), command }];
      } catch {
        return [];
      }
    });
}

function environmentOf({ pid }: Running): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    // The process has ended.
    return "";
  }
}

const profilesOf = (parent: number) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`slipway-chromium-${parent}-`));
/** The main process of each browser that the process has started. */
const browsersOf = (parent: number) =>
  processes().filter(({ pid, group, command }) => pid === group && command.includes(`slipway-chromium-${parent}-`));
const membersOf = (group: number) => processes().filter((running) => running.group === group);

async function until(isSo: () => boolean, timeoutMs = 10_000): Promise<void> {
  for (let waited = 0; !isSo() && waited < timeoutMs; waited += 20) await Bun.sleep(20);
  expect(isSo()).toBeTrue();
}

describe.skipIf(!hasChromium || !canSeeProcesses)("browser processes", () => {
  let site: ReturnType<typeof Bun.serve>;
  let renderer: BrowserRenderer;
  let open = 0;
  let mostOpen = 0;
  const asked: string[] = [];

  const settings: RendererSettings = {
    chromiumPath,
    allowNetworks: ["127.0.0.1/32"],
    dnsServers: [],
    userAgent: "SlipwayBot/0.1",
  };
  const pages: Record<string, string> = {
    "/heap": "<script>const kept = []; while (true) kept.push(new Array(1e6).fill(Math.random()));</script>",
    "/buffers": "<script>const kept = []; while (true) kept.push(new Uint8Array(5e7).fill(1));</script>",
  };
  const address = (path = "/") => `http://127.0.0.1:${site.port}${path}`;
  const render = (path = "/", timeoutMs = 15_000) => renderer.render(address(path), { timeoutMs, maxBytes: 1_000_000 });
  const ownBrowser = () => {
    const [first, ...others] = browsersOf(process.pid);
    expect(others).toEqual([]);
    return first!;
  };

  beforeAll(() => {
    site = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      idleTimeout: 60,
      async fetch({ url }) {
        const { pathname } = new URL(url);
        asked.push(pathname);
        if (pathname === "/silence") return new Promise<Response>(() => {});
        if (pathname === "/slow") {
          mostOpen = Math.max(mostOpen, ++open);
          await Bun.sleep(300);
          open--;
        }
        return new Response(pages[pathname] ?? `<!doctype html><p>${text}</p>`, {
          headers: { "content-type": "text/html" },
        });
      },
    });
  });
  beforeEach(() => {
    renderer = createRenderer(settings);
    asked.length = 0;
  });
  afterEach(async () => {
    await renderer.close();
    expect(browsersOf(process.pid)).toEqual([]);
    expect(profilesOf(process.pid)).toEqual([]);
  });
  afterAll(() => site.stop(true));

  test("start with the first page, serve further pages and end when idle", async () => {
    renderer = createRenderer({ ...settings, idleMs: 500 });
    expect(browsersOf(process.pid)).toEqual([]);
    await render();
    const { pid } = ownBrowser();
    await render();
    expect(ownBrowser().pid).toBe(pid);
    await until(() => membersOf(pid).length === 0);
    await render();
    expect(ownBrowser().pid).not.toBe(pid);
  });

  test("do not get the server's environment variables", async () => {
    process.env.SLIPWAY_TEST_SECRET = "hunter2";
    await render();
    const environments = membersOf(ownBrowser().pid).map(environmentOf).join();
    delete process.env.SLIPWAY_TEST_SECRET;
    expect(environments).toContain("HOME=");
    expect(environments).not.toContain("hunter2");
  });

  test("open at most two pages at a time", async () => {
    const rendered = await Promise.all(Array.from({ length: 5 }, () => render("/slow")));
    for (const { html } of rendered) expect(html).toContain(text);
    expect(mostOpen).toBe(2);
    ownBrowser();
  });

  test("killed during a page: the browser restarts and the page is rendered", async () => {
    const rendering = render("/slow");
    await until(() => asked.includes("/slow"));
    process.kill(-ownBrowser().pid, "SIGKILL");
    expect((await rendering).html).toContain(text);
    expect(asked.filter((path) => path === "/slow")).toHaveLength(2);
  });

  test("not responding: the browser is ended and restarted", async () => {
    await render();
    const { pid } = ownBrowser();
    process.kill(-pid, "SIGSTOP");
    await expect(render("/", 1000)).rejects.toMatchObject({ reason: "timeout" });
    await until(() => membersOf(pid).length === 0);
    expect((await render()).html).toContain(text);
  });

  test.each(["/heap", "/buffers"])("limit the memory of a page: %s", async (path) => {
    await render();
    const { pid } = ownBrowser();
    await expect(render(path)).rejects.toMatchObject({
      reason: "browser",
      message: 'The page on "127.0.0.1" needs more resources than our browser allows for one page.',
    });
    expect((await render()).html).toContain(text);
    expect(ownBrowser().pid).toBe(pid);
  });

  test("end when the server stops during a page", async () => {
    const rendering = render("/silence");
    const outcome = rendering.catch(({ reason }) => reason);
    await until(() => asked.includes("/silence"));
    await renderer.close();
    expect(await outcome).toBe("browser");
    await expect(render()).rejects.toMatchObject({ reason: "browser" });
  });

  test.each(["/nonexistent", "/bin/false"])("report an error if the browser %s does not start", async (path) => {
    const broken = createRenderer({ ...settings, chromiumPath: path });
    await expect(broken.render(address(), { timeoutMs: 10_000, maxBytes: 1000 })).rejects.toMatchObject({
      reason: "browser",
      message: 'Our browser could not open "127.0.0.1". Try again later.',
    });
    await broken.close();
  });

  test("end when the server is killed; the next start deletes their profile", async () => {
    const { child, ended } = run("test/browser/render-child.ts", { CHROMIUM: chromiumPath, PAGE: address("/silence") });
    await until(() => asked.includes("/silence"));
    const [browser] = browsersOf(child.pid);
    expect(membersOf(browser!.pid).length).toBeGreaterThan(2);
    child.kill("SIGKILL");
    expect(await ended()).toMatchObject({ out: "", err: "" });
    await until(() => membersOf(browser!.pid).length === 0);
    await render();
    expect(profilesOf(child.pid)).toEqual([]);
    expect(profilesOf(process.pid)).toHaveLength(1);
  });
});
