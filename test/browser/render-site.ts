import { expect } from "bun:test";
import type { Socket } from "node:net";
import { createRenderer, type RendererSettings } from "#bridge/outbound/browser.ts";
import { OutboundError } from "#tools/core/ports/outbound.ts";
import { answer, startNameServer, startPeer } from "../support/fakes/peers.ts";
import { chromiumPath } from "./chromium.ts";

const sentence = "Quay counts every container once and tells you where it is. ";
/** Enough text for a page. */
export const text = sentence.repeat(5);

const html = { "content-type": "text/html; charset=utf-8" };

export const page = (body: string, { status = "200 OK", headers = {} as Record<string, string> } = {}) =>
  answer(`<!doctype html><html><head><title>Quay</title></head><body>${body}</body></html>`, {
    status,
    headers: { ...html, ...headers },
  });

export type RenderSite = Awaited<ReturnType<typeof startRenderSite>>;

/**
 * Starts a site and a renderer that may reach it. 127.0.0.1 is allowed and stands for a public server; 127.0.0.2 is a
 * private server on the same port.
 */
export async function startRenderSite() {
  const dns = await startNameServer();
  /** Responses by path. */
  const pages = new Map<string, string | Buffer | ((socket: Socket) => void)>();
  const nothing = answer("nothing here", { status: "404 Not Found", headers: { "content-type": "text/plain" } });
  const site = await startPeer((socket, request) => {
    const response = pages.get(request.split(" ")[1]!.split("?")[0]!) ?? nothing;
    if (typeof response === "function") response(socket);
    else socket.end(response);
  });
  const hidden = await startPeer(page("secret"), { address: "127.0.0.2", port: site.port });
  const settings: RendererSettings = {
    chromiumPath,
    allowNetworks: ["127.0.0.1/32"],
    dnsServers: [dns.address],
    userAgent: "SlipwayBot/0.1 (+https://slipway.test/docs)",
    settleMs: 2000,
  };
  const renderer = createRenderer(settings);

  async function render(
    url: string,
    { using = renderer, timeoutMs = 25_000, maxBytes = 1_000_000, signal = undefined as AbortSignal | undefined } = {},
  ) {
    return using.render(url, { timeoutMs, maxBytes, signal });
  }

  return {
    dns,
    pages,
    site,
    settings,
    render,
    at: (path: string, host = "site.test") => `http://${host}:${site.port}${path}`,
    /** Requests, for example `GET /`. */
    asked: () => site.requests.map((head) => head.split(" ").slice(0, 2).join(" ")),

    /** Reason and message of a failed render. */
    async refusal(url: string, options?: Parameters<typeof render>[1]): Promise<string> {
      const error = await render(url, options).then(
        (rendered) => rendered,
        (error) => error,
      );
      expect(error).toBeInstanceOf(OutboundError);
      // Error messages must not reveal resolved IP addresses.
      expect(error.message).not.toMatch(/127\.0\.0\.2|169\.254|::1/);
      return `${error.reason}: ${error.message}`;
    },

    reset() {
      pages.clear();
      site.requests.length = 0;
      dns.questions.length = 0;
      dns.records.clear();
      for (const name of ["site.test", "api.test"]) dns.records.set(name, ["127.0.0.1"]);
      dns.records.set("private.test", ["127.0.0.2"]);
    },
    async stop() {
      await renderer.close();
      // No test may reach the private server.
      expect(hidden.connections).toBe(0);
      site.stop();
      hidden.stop();
      await dns.stop();
    },
  };
}
