import { createHash, X509Certificate } from "node:crypto";
import { join } from "node:path";
import type { Browser } from "puppeteer";
import { makeProfile, removeProfile, sweepProfiles } from "./browser-profile.ts";

export interface Chromium {
  browser: Browser;
  /** Ends it, by force where it does not end by itself, and removes its profile. */
  close(): Promise<void>;
}

export interface ChromiumSettings {
  path: string;
  proxyPort: number;
  /** PEM certificates to trust besides the usual ones. */
  ca?: string;
}

const startTimeoutMs = 15_000;
const closeTimeoutMs = 2000;
/** Largest heap of a page's scripts; without a bound one page may take the memory of the server. */
const maxHeapMb = 256;

/** Starts a browser with a fresh profile that reaches nothing but the proxy. Throws where it does not start. */
export async function launchChromium({ path, proxyPort, ca }: ChromiumSettings): Promise<Chromium> {
  await sweepProfiles();
  const profile = makeProfile();
  try {
    // Some 20 MB that a server without drafts does not need.
    const { default: puppeteer } = await import("puppeteer");
    const browser = await puppeteer.launch({
      executablePath: path,
      // Chromium ends by itself when the pipe breaks: it cannot outlive a killed parent.
      pipe: true,
      userDataDir: join(profile, "data"),
      env: environment(profile),
      args: [...confinement(proxyPort), ...thrift, ...trusting(ca)],
      // Without these, windows are opened and navigations flooded at a page's will.
      ignoreDefaultArgs: ["--disable-popup-blocking", "--disable-ipc-flooding-protection"],
      timeout: startTimeoutMs,
      // The server has its own orderly stop.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return { browser, close: () => close(browser, profile) };
  } catch (error) {
    await removeProfile(profile);
    throw error;
  }
}

/** What keeps every byte on the way through the proxy, whatever a page tries. */
const confinement = (proxyPort: number) => [
  `--proxy-server=http://127.0.0.1:${proxyPort}`,
  // Without it, loopback is reached directly.
  "--proxy-bypass-list=<-loopback>",
  // No look-up of its own, not even for prefetching.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  // UDP knows no proxy.
  "--disable-quic",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy",
  // Asks for https where the address says http, and waits for it.
  "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
  // The sandbox refuses to run as root. Servers should not run as root either.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

const thrift = [
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--lang=en-US",
  "--disk-cache-size=1",
  "--media-cache-size=1",
  "--renderer-process-limit=4",
  `--js-flags=--max-old-space-size=${maxHeapMb}`,
];

/** Chromium takes no file of certificates, so the keys of these are let pass. */
function trusting(ca: string | undefined): string[] {
  const certificates = ca?.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const hashes = certificates.map((pem) =>
    createHash("sha256")
      .update(new X509Certificate(pem).publicKey.export({ type: "spki", format: "der" }))
      .digest("base64"),
  );
  return hashes.length > 0 ? [`--ignore-certificate-errors-spki-list=${hashes.join(",")}`] : [];
}

/** None of the server's variables: a page that breaks out of its sandbox must not find our keys there. */
const environment = (profile: string) => ({
  PATH: process.env.PATH,
  HOME: profile,
  TMPDIR: join(profile, "tmp"),
  LANG: "C.UTF-8",
  TZ: "UTC",
});

async function close(browser: Browser, profile: string): Promise<void> {
  const child = browser.process();
  const hasEnded = child && child.exitCode === null && child.signalCode === null ? ended(child) : Promise.resolve();
  // Its promise never settles where the browser hangs, and is rejected where it is gone already.
  await Promise.race([browser.close().then(() => hasEnded), Bun.sleep(closeTimeoutMs)]).catch(() => {});
  if (child?.pid && child.exitCode === null && child.signalCode === null) {
    try {
      // The group: its renderers are processes of their own.
      process.kill(-child.pid, "SIGKILL");
    } catch {
      child.kill("SIGKILL");
    }
    await hasEnded;
  }
  await removeProfile(profile);
}

const ended = (child: NonNullable<ReturnType<Browser["process"]>>) =>
  new Promise<void>((resolve) => child.once("exit", () => resolve()));
