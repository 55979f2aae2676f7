import type { Browser } from "puppeteer";
import { launchChromium } from "./chromium.ts";
import type { Guard } from "./guarded-fetch.ts";
import { type GuardProxy, startProxy } from "./proxy.ts";

export interface RunningBrowser {
  browser: Browser;
  proxy: GuardProxy;
  /** Ends a hung browser, so the next call starts a new one. */
  discard(): void;
  isDiscarded(): boolean;
}

export interface SharedBrowserSettings {
  chromiumPath: string;
  guard: Guard;
  ca?: string;
  idleMs: number;
}

/** A browser that starts when needed and ends when idle. */
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

  /** Runs the work in the browser and rethrows its error. Throws a plain Error if there is no browser. */
  async use<Result>(work: (running: RunningBrowser) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new Error("the browser is closed");
    clearTimeout(this.#idleTimer);
    this.#users++;
    try {
      this.#current ??= this.#start();
      const running = await this.#current;
      return await work(running).catch((error) => {
        // A failure while the browser is ending says nothing about the page.
        throw running.isDiscarded() ? new Error("the browser ended", { cause: error }) : error;
      });
    } finally {
      this.#users--;
      if (this.#users === 0 && this.#current) this.#idleTimer = this.#discardLater(this.#current);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    // A browser that is starting must be awaited before it can be ended.
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
        const ending = close().then(() => {
          proxy.close();
          this.#ending.delete(ending);
        });
        this.#ending.add(ending);
      };
      browser.once("disconnected", discard);
      return { browser, proxy, discard, isDiscarded: () => isDiscarded };
    } catch (error) {
      forget();
      proxy.close();
      throw error;
    }
  }
}
