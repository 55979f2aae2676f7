import { Webhook } from "standardwebhooks";
import type { EventRow } from "#db/queries/webhooks/deliveries.ts";
import type { OpenedWebhook } from "#db/queries/webhooks/webhooks.ts";
import { type Outbound, OutboundError } from "../../core/ports/outbound.ts";

const timeoutMs = 10_000;
const maxResponseBytes = 1024;

export interface Sent {
  /** Null if there is no response. */
  httpStatus: number | null;
  /** The start of the response, or the reason why there is none. */
  response: string;
  isAccepted: boolean;
}

/** Sends an event once, signed with each valid secret (Standard Webhooks). Redirects are not followed. */
export async function sendEvent(
  outbound: Pick<Outbound, "fetch">,
  { url, secrets }: OpenedWebhook,
  { key }: Pick<EventRow, "key">,
  body: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Sent> {
  const signature = secrets.map((secret) => new Webhook(secret).sign(key, now, body)).join(" ");
  const marks = {
    "webhook-id": key,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": signature,
  };
  try {
    const { status, bytes } = await outbound.fetch(url, {
      purpose: "webhook",
      lane: "webhooks",
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...(secrets.length > 0 && marks) },
      httpsOnly: "unless_allowed",
      timeoutMs,
      maxBytes: maxResponseBytes,
      whenTooLarge: "truncate",
      signal,
    });
    const response = new TextDecoder().decode(bytes).replaceAll("\0", "");
    return { httpStatus: status, response, isAccepted: status >= 200 && status < 300 };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { httpStatus: null, response: error.message, isAccepted: false };
  }
}
