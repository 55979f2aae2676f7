import type { TxtAnswer, TxtLookup } from "../../core/ports/outbound.ts";
import { isEqual, isMarked, markedToken, recordLabel } from "../token.ts";
import { type CheckResult, found, missed, shown, unknown } from "./check-result.ts";

/** Looks for a claim's TXT record, at its own name or at the domain itself; says what is there in its place. */
export async function checkDns(
  { txt }: TxtLookup,
  domain: string,
  token: string,
  signal: AbortSignal,
): Promise<CheckResult> {
  const wanted = markedToken(token);
  const name = `${recordLabel}.${domain}`;
  // Most DNS hosts add the domain to what is typed, so whoever types all of it gets it twice.
  const doubled = `${name}.${domain}`;
  const [atName, atDomain, atDoubled] = await Promise.all(
    [name, domain, doubled].map((one) => txt(one, domain, signal)),
  );
  const has = (answer: TxtAnswer | undefined) => recordsOf(answer).some((record) => isEqual(record, wanted));
  if (has(atName) || has(atDomain)) return found;
  if (has(atDoubled))
    return missed(
      "wrong_name",
      `The record stands at ${doubled}: your DNS host adds the domain by itself. Enter ${recordLabel} alone as the name.`,
    );
  return (
    fromRecords(recordsOf(atName), name, wanted) ??
    fromRecords(recordsOf(atDomain).filter(isMarked), domain, wanted) ??
    fromFailure(atName!, name, domain)
  );
}

const recordsOf = (answer: TxtAnswer | undefined) => (answer && "records" in answer ? answer.records : []);

/** What is wrong with the records that do stand there; null where there are none. */
function fromRecords(records: string[], name: string, wanted: string): CheckResult | null {
  const near = records.find((record) => record.replace(/["'\s]/g, "").toLowerCase() === wanted.toLowerCase());
  if (near !== undefined)
    return missed(
      "wrong_value",
      `The TXT record at ${name} is ${shown(near)}: enter the value as it is, without quotes or spaces.`,
    );
  const other = records.find(isMarked);
  if (other !== undefined)
    return missed(
      "other_claim",
      `The TXT record at ${name} is of another claim. Leave it and add one with the value of this claim: a name can have several.`,
    );
  const [first] = records;
  if (first === undefined) return null;
  const what =
    records.length === 1
      ? `is ${shown(first)}`
      : `are ${records.length}, none of them this claim's; the first is ${shown(first)}`;
  return missed(
    "wrong_value",
    `The TXT ${records.length === 1 ? "record" : "records"} at ${name} ${what}. Add one with the value of this claim.`,
  );
}

function fromFailure(answer: TxtAnswer, name: string, domain: string): CheckResult {
  const failure = "failure" in answer ? answer.failure : "no_record";
  switch (failure) {
    case "no_domain":
      return missed(
        "no_domain",
        `There is no domain ${domain} in the DNS. Check that it is registered and has name servers.`,
      );
    case "no_record":
      return missed(
        "no_record",
        `There is no TXT record at ${name} yet. Add it; a new one can take some minutes to be seen.`,
      );
    case "server_failure":
      return unknown(
        "server_failure",
        `The name servers of ${domain} fail (SERVFAIL). Check its delegation and DNSSEC, or try again in some minutes.`,
      );
    case "timeout":
      return unknown("timeout", `The name servers of ${domain} did not answer in time. Try again in some minutes.`);
  }
}
