import type { TxtAnswer, TxtLookup } from "../../core/ports/outbound.ts";
import { isEqual, isMarked, markedToken, recordLabel } from "../token.ts";
import { type CheckResult, found, missed, missedForNow, quotedLine } from "./check-result.ts";

export async function checkDns(
  { txt }: TxtLookup,
  domain: string,
  token: string,
  signal: AbortSignal,
): Promise<CheckResult> {
  const wanted = markedToken(token);
  const name = `${recordLabel}.${domain}`;
  // Most DNS hosts append the domain to the name that people enter, so a full name ends in the domain twice.
  const doubled = `${name}.${domain}`;
  const [atName, atDomain, atDoubled] = await Promise.all(
    [name, domain, doubled].map((one) => txt(one, domain, signal)),
  );
  const has = (answer: TxtAnswer | undefined) => recordsOf(answer).some((record) => isEqual(record, wanted));
  if (has(atName) || has(atDomain)) return found;
  if (has(atDoubled))
    return missed(
      "wrong_name",
      `The record is at ${doubled} because your DNS host adds the domain automatically. Enter only ${recordLabel} as the name.`,
    );
  return (
    fromRecords(recordsOf(atName), name, wanted) ??
    fromRecords(recordsOf(atDomain).filter(isMarked), domain, wanted) ??
    fromFailure(atName!, name, domain)
  );
}

const recordsOf = (answer: TxtAnswer | undefined) => (answer && "records" in answer ? answer.records : []);

function fromRecords(records: string[], name: string, wanted: string): CheckResult | null {
  const near = records.find((record) => record.replace(/["'\s]/g, "").toLowerCase() === wanted.toLowerCase());
  if (near !== undefined)
    return missed(
      "wrong_value",
      `The TXT record at ${name} is ${quotedLine(near)}. Enter the value exactly as given, without quotes or spaces.`,
    );
  if (records.some(isMarked))
    return missed(
      "other_claim",
      `The TXT record at ${name} belongs to another claim. Keep it, and add a second record with this claim's value.`,
    );
  const [first] = records;
  if (first === undefined) return null;
  const present =
    records.length === 1
      ? `TXT record at ${name} is ${quotedLine(first)}`
      : `${records.length} TXT records at ${name} do not include this claim's value; the first is ${quotedLine(first)}`;
  return missed("wrong_value", `The ${present}. Add a record with this claim's value.`);
}

function fromFailure(answer: TxtAnswer, name: string, domain: string): CheckResult {
  const failure = "failure" in answer ? answer.failure : "no_record";
  switch (failure) {
    case "no_domain":
      return missed(
        failure,
        `The domain ${domain} does not exist in the DNS. Check that it is registered and has name servers.`,
      );
    case "no_record":
      return missed(failure, `There is no TXT record at ${name} yet. Add it; it can take a few minutes to appear.`);
    case "server_failure":
      return missedForNow(
        failure,
        `The name servers of ${domain} return an error (SERVFAIL). Check the domain's delegation and DNSSEC, or try again in a few minutes.`,
      );
    case "timeout":
      return missedForNow(
        failure,
        `The name servers of ${domain} did not respond in time. Try again in a few minutes.`,
      );
  }
}
