import type { ChildProcess } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { join } from "node:path";
import type { Browser } from "puppeteer";
import { makeProfile, removeProfile, sweepProfiles } from "./browser-profile.ts";
import { limitMemory } from "./limit-memory.ts";

export interface Chromium {
  browser: Browser;
  close(): Promise<void>;
}

export interface ChromiumSettings {
  path: string;
  proxyPort: number;
  /** PEM certificates to trust in addition. */
  ca?: string;
}

const startTimeoutMs = 15_000;
const closeTimeoutMs = 2000;
// Without limits, one page could use all memory of the server.
const maxHeapMb = 256;
const maxProcessBytes = 1024 ** 3;

/** Starts a browser with a fresh profile that reaches only the proxy. Throws if it does not start. */
export async function launchChromium({ path, proxyPort, ca }: ChromiumSettings): Promise<Chromium> {
  await sweepProfiles();
  const profile = makeProfile();
  try {
    // A server without drafts saves about 20 MB.
    const { default: puppeteer } = await import("puppeteer");
    const browser = await puppeteer.launch({
      executablePath: path,
      // Chromium ends when the pipe breaks, so it cannot outlive a killed parent.
      pipe: true,
      userDataDir: join(profile, "data"),
      env: environment(profile),
      args: [...confinement(proxyPort), ...thrift, ...trusting(ca)],
      // Without these, a page could open windows and flood navigations.
      ignoreDefaultArgs: ["--disable-popup-blocking", "--disable-ipc-flooding-protection"],
      timeout: startTimeoutMs,
      // The server has its own orderly shutdown.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const child = browser.process()!;
    const memory = limitMemory(child.pid!, maxProcessBytes);
    return {
      browser,
      async close() {
        await end(browser, child);
        memory.stop();
        await removeProfile(profile);
      },
    };
  } catch (error) {
    await removeProfile(profile);
    throw error;
  }
}

/** Options that send every byte through the proxy, whatever a page tries. */
const confinement = (proxyPort: number) => [
  `--proxy-server=http://127.0.0.1:${proxyPort}`,
  // Otherwise Chromium reaches loopback directly.
  "--proxy-bypass-list=<-loopback>",
  // Chromium must not resolve names, not even for prefetching.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  // UDP does not use the proxy.
  "--disable-quic",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy",
  // These features request https for http URLs and wait for it.
  "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
  // The sandbox does not work as root. Servers should not run as root either.
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

/** Chromium accepts no certificate file, so the keys of these certificates are allowed. */
function trusting(ca: string | undefined): string[] {
  const certificates = ca?.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const hashes = certificates.map((pem) =>
    createHash("sha256")
      .update(new X509Certificate(pem).publicKey.export({ type: "spki", format: "der" }))
      .digest("base64"),
  );
  return hashes.length > 0 ? [`--ignore-certificate-errors-spki-list=${hashes.join(",")}`] : [];
}

/** Chromium gets none of the server's variables: a page that escapes its sandbox must not find our keys. */
const environment = (profile: string) => ({
  PATH: process.env.PATH,
  HOME: profile,
  TMPDIR: join(profile, "tmp"),
  LANG: "C.UTF-8",
  TZ: "UTC",
});

async function end(browser: Browser, child: ChildProcess): Promise<void> {
  // The call never settles if the browser hangs, and rejects if it is gone.
  await Promise.race([browser.close().then(() => ended(child)), Bun.sleep(closeTimeoutMs)]).catch(() => {});
  endGroup(child.pid!);
  await ended(child);
}

/** Its helper processes may outlive it by a moment. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // All have ended already.
  }
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
