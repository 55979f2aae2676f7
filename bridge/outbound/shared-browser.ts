import type { Browser } from "puppeteer";
import { launchChromium } from "./chromium.ts";
import type { Guard } from "./guarded-fetch.ts";
import { type GuardProxy, startProxy } from "./proxy.ts";

export interface RunningBrowser {
  browser: Browser;
  proxy: GuardProxy;
  /** Ends it, so that the next work starts a new one; for a browser that hangs. */
  discard(): void;
}

export interface SharedBrowserSettings {
  chromiumPath: string;
  guard: Guard;
  ca?: string;
  /** How long it is kept without work. */
  idleMs: number;
}

/** One browser with its proxy, started when it is needed and ended when it is not. */
export class SharedBrowser {
  readonly #settings: SharedBrowserSettings;
  #current?: Promise<RunningBrowser>;
  #users = 0;
  #idleTimer?: NodeJS.Timeout;
  #isClosed = false;
  readonly #ending = new Set<Promise<void>>();

  constructor(settings: SharedBrowserSettings) {
    this.#settings = settings;
  }

  /** Runs some work in the browser. Throws where that does not start or is closed for good, or what the work throws. */
  async use<Result>(work: (running: RunningBrowser) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new Error("the browser is closed");
    clearTimeout(this.#idleTimer);
    this.#users++;
    try {
      this.#current ??= this.#start();
      return await work(await this.#current);
    } finally {
      this.#users--;
      if (this.#users === 0 && this.#current) this.#idleTimer = this.#discardLater(this.#current);
    }
  }

  /** Ends the browser for good, and with it all work. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    // One that is still starting has to be waited for: what is not there yet cannot be ended.
    await this.#current?.then(({ discard }) => discard()).catch(() => {});
    await Promise.all(this.#ending);
  }

  #discardLater(current: Promise<RunningBrowser>): NodeJS.Timeout {
    return setTimeout(
      () => void current.then(({ discard }) => discard()).catch(() => {}),
      this.#settings.idleMs,
    ).unref();
  }

  #start(): Promise<RunningBrowser> {
    const starting = this.#launch(() => {
      if (this.#current === starting) this.#current = undefined;
    });
    return starting;
  }

  async #launch(forget: () => void): Promise<RunningBrowser> {
    const { chromiumPath, guard, ca } = this.#settings;
    const proxy = await startProxy(guard);
    try {
      const { browser, close } = await launchChromium({ path: chromiumPath, proxyPort: proxy.port, ca });
      let isDiscarded = false;
      const discard = () => {
        forget();
        if (isDiscarded) return;
        isDiscarded = true;
        const ending = Promise.all([close(), proxy.close()]).then(() => void this.#ending.delete(ending));
        this.#ending.add(ending);
      };
      browser.once("disconnected", discard);
      return { browser, proxy, discard };
    } catch (error) {
      forget();
      await proxy.close();
      throw error;
    }
  }
}
