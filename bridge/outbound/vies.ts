import type { Logger } from "pino";
import * as z from "zod";
import type { VatIdAnswer, VatRegister } from "#tools/core/ports/vat-register.ts";
import { outboundRequest } from "./outbound-request.ts";
import { createSlots } from "./slots.ts";

export interface ViesSettings {
  url: string;
  /** The seller's VAT ID. If it is given, the member state returns a consultation number. */
  requester: string | null;
  log: Logger;
  now(): Date;
  /** The time limit for all attempts of one lookup; 12 s by default, because some member states need 10 s. */
  timeoutMs?: number;
}

/** The fields that we use from the response to `POST /check-vat-number` (viesapi-rest.yaml of the Commission). */
const answerShape = z.object({
  valid: z.boolean().optional(),
  userError: z.string().nullish(),
  requestIdentifier: z.string().nullish(),
  name: z.string().nullish(),
  address: z.string().nullish(),
  actionSucceed: z.boolean().optional(),
  errorWrappers: z.array(z.object({ error: z.string() })).optional(),
});

const atOnce = { all: 8, perState: 2 };
const tries = 2;
const pauseMs = 500;
/** How long an answer is reused when a quote is repeated. VIES blocks callers that ask too often. */
const keptMs = 10 * 60_000;
const maxKept = 1000;

const unavailable: VatIdAnswer = { status: "unavailable", consultationNumber: null, name: null, address: null };

export function viesRegister({ url, requester, log, now, timeoutMs = 12_000 }: ViesSettings): VatRegister {
  const slots = createSlots(atOnce.all, atOnce.perState);
  const kept = new Map<string, { at: number; answer: Promise<VatIdAnswer> }>();
  const endpoint = `${url.replace(/\/+$/, "")}/check-vat-number`;

  async function ask(vatId: string, from: string | null, signal: AbortSignal): Promise<Outcome> {
    try {
      const body = JSON.stringify({ ...idOf(vatId), ...(from && requesterOf(from)) });
      const headers = { "content-type": "application/json", accept: "application/json" };
      const init: RequestInit = { method: "POST", headers, body, redirect: "error", signal };
      return await outboundRequest("vies", async () => {
        const response = await fetch(endpoint, init);
        const outcome = outcomeOf(await response.text(), response.status);
        // VIES reports most of its failures in the body, so only this error counts them.
        if ("fault" in outcome) throw Object.assign(new Error(), { name: outcome.fault });
        return outcome;
      });
    } catch (error) {
      return { fault: (error as Error).name };
    }
  }

  async function lookUp(vatId: string): Promise<VatIdAnswer> {
    const signal = AbortSignal.timeout(timeoutMs);
    let from = requester;
    let fault = "";
    try {
      const giveBack = await slots.take(vatId.slice(0, 2), signal);
      try {
        for (let attempt = 1; attempt <= tries && !signal.aborted; attempt++) {
          const outcome = await ask(vatId, from, signal);
          if ("answer" in outcome) return outcome.answer;
          fault = outcome.fault;
          // Our own VAT ID is wrong, not the buyer's. A result without a consultation number is better than no result.
          if (fault === "INVALID_REQUESTER_INFO") from = null;
          else if (attempt < tries) await pause(pauseMs, signal);
        }
      } finally {
        giveBack();
      }
    } catch {
      fault ||= "TimeoutError";
    }
    log.warn({ state: vatId.slice(0, 2), fault }, "VIES did not confirm a VAT ID");
    return unavailable;
  }

  return {
    lookUp(vatId) {
      const time = now().getTime();
      const known = kept.get(vatId);
      if (known && known.at + keptMs > time) return known.answer;
      const answer = lookUp(vatId);
      kept.delete(vatId);
      kept.set(vatId, { at: time, answer });
      if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
      void answer.then(({ status }) => {
        // A retry after an outage must ask VIES again.
        if (status === "unavailable" && kept.get(vatId)?.answer === answer) kept.delete(vatId);
      });
      return answer;
    },
  };
}

type Outcome = { answer: VatIdAnswer } | { fault: string };

const idOf = (vatId: string) => ({ countryCode: vatId.slice(0, 2), vatNumber: vatId.slice(2) });
const requesterOf = (vatId: string) => ({
  requesterMemberStateCode: vatId.slice(0, 2),
  requesterNumber: vatId.slice(2),
});

function outcomeOf(text: string, status: number): Outcome {
  const parsed = answerShape.safeParse(jsonOf(text));
  if (!parsed.success) return { fault: `http_${status}` };
  const { valid, userError, errorWrappers, requestIdentifier, name, address } = parsed.data;
  const fault = errorWrappers?.[0]?.error ?? userError ?? "";
  // The member state rejected the number without looking it up.
  if (fault === "INVALID_INPUT") return { answer: { ...unavailable, status: "invalid" } };
  // During some outages, VIES returns 200 and valid: false. Only VALID and INVALID are real results.
  if (fault !== "" && fault !== "VALID" && fault !== "INVALID") return { fault };
  if (status !== 200 || valid === undefined) return { fault: `http_${status}` };
  return {
    answer: {
      status: valid ? "valid" : "invalid",
      consultationNumber: said(requestIdentifier),
      name: said(name),
      address: said(address),
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Cleans up text that VIES returned. Member states that reveal nothing send dashes. */
const said = (text: string | null | undefined): string | null => {
  const plain = text?.trim() ?? "";
  return plain === "" || /^-+$/.test(plain) ? null : plain.slice(0, 500);
};

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
