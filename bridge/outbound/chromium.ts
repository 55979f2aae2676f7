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
  /** PEM certificates to trust in addition to the usual ones. */
  ca?: string;
}

const startTimeoutMs = 15_000;
const closeTimeoutMs = 2000;
// Without these limits, one page could use all of the server's memory.
const maxHeapMb = 256;
const maxProcessBytes = 1024 ** 3;

/** Starts a browser that has a fresh profile and can reach only the proxy. Throws if it does not start. */
export async function launchChromium({ path, proxyPort, ca }: ChromiumSettings): Promise<Chromium> {
  await sweepProfiles();
  const profile = makeProfile();
  try {
    // Puppeteer is loaded only when needed. A server that never opens a browser saves about 20 MB.
    const { default: puppeteer } = await import("puppeteer");
    const browser = await puppeteer.launch({
      executablePath: path,
      // Chromium ends when the pipe breaks, so it cannot outlive a killed parent.
      pipe: true,
      userDataDir: join(profile, "data"),
      env: environment(profile),
      args: [...confinement(proxyPort), ...thrift, ...trusting(ca)],
      // With these default switches, a page could open windows and flood the browser with navigations.
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
  // Without this option, Chromium would reach loopback addresses directly.
  "--proxy-bypass-list=<-loopback>",
  // Chromium must not resolve names, even for prefetching.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  // UDP would bypass the proxy.
  "--disable-quic",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy",
  // These features try https first for http URLs and wait for a response.
  "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
  // The sandbox does not work as root. Servers should not run as root anyway.
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

/** Chromium accepts no certificate file, so an option names the public keys that it must trust. */
function trusting(ca: string | undefined): string[] {
  const certificates = ca?.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const hashes = certificates.map((pem) =>
    createHash("sha256")
      .update(new X509Certificate(pem).publicKey.export({ type: "spki", format: "der" }))
      .digest("base64"),
  );
  return hashes.length > 0 ? [`--ignore-certificate-errors-spki-list=${hashes.join(",")}`] : [];
}

/** Chromium gets none of the server's environment variables: a page that escapes its sandbox must not find our keys. */
const environment = (profile: string) => ({
  PATH: process.env.PATH,
  HOME: profile,
  TMPDIR: join(profile, "tmp"),
  LANG: "C.UTF-8",
  TZ: "UTC",
});

async function end(browser: Browser, child: ChildProcess): Promise<void> {
  // This call never settles if the browser hangs, and rejects if the browser has ended.
  await Promise.race([browser.close().then(() => ended(child)), Bun.sleep(closeTimeoutMs)]).catch(() => {});
  endGroup(child.pid!);
  await ended(child);
}

/** Kills the browser's whole process group, because helper processes may briefly outlive it. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // All processes of the group have already ended.
  }
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
