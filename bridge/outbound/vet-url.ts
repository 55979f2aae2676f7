import { isIP } from "node:net";
import {
  nameOf,
  type Outbound,
  OutboundError,
  type OutboundOptions,
  type OutboundReason,
} from "#tools/core/ports/outbound.ts";
import { type AddressPolicy, createAddressPolicy } from "./address-policy.ts";

/** An address that passed all checks that need no network. */
export interface Target {
  url: URL;
  /** Name or IP address, without brackets or a trailing dot. */
  host: string;
  isLiteral: boolean;
  /** Set where the target may be asked only if all its addresses are in an allowed network; the reason otherwise. */
  unlessLetThrough?: Extract<OutboundReason, "forbidden_port" | "forbidden_address">;
}

/** What `vetUrl` judges by. */
export interface VetRules {
  policy: AddressPolicy;
  /** Whether any network is let through, so that local names and other ports have a chance. */
  hasAllowedNetworks: boolean;
}

/** Public addresses, and those of `allowNetworks` besides. */
export const vetRules = (allowNetworks: string[]): VetRules => ({
  policy: createAddressPolicy(allowNetworks),
  hasAllowedNetworks: allowNetworks.length > 0,
});

/** The judge of addresses that users give. */
export const vetBy =
  (rules: VetRules): Outbound["vet"] =>
  (url, options) =>
    vetUrl(url, rules, options).url;

const maxUrlLength = 2048;
const usualPorts = new Set(["", "80", "443"]);
const hostName = /^(?!.{254})[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
// Names that no public resolver answers (RFC 6761, 6762, 7686, 8375, ICANN's "internal") or that have no dot.
const localName = /^[^.]+$|(^|\.)(localhost|local|internal|onion|home\.arpa)$/;

/** The error of a host that may not be reached. An IP address is not repeated: a redirect may have told it. */
export const forbiddenAddress = (host: string) =>
  new OutboundError(
    "forbidden_address",
    isIP(host) ? "This is not a public IP address." : `${nameOf(host)} does not point to a public address.`,
  );

export const forbiddenPort = (host: string) =>
  new OutboundError("forbidden_port", `${nameOf(host)} may be reached on ports 80 and 443 only.`);

export const forbiddenScheme = (httpsOnly = false) =>
  new OutboundError("forbidden_scheme", `The address has to start with https://${httpsOnly ? "" : " or http://"}.`);

/** Parses and judges an address without the network. Throws OutboundError. */
export function vetUrl(text: string, rules: VetRules, { httpsOnly }: Pick<OutboundOptions, "httpsOnly"> = {}): Target {
  const url = text.length <= maxUrlLength ? URL.parse(text) : null;
  if (!url)
    throw new OutboundError("bad_url", "This is not a web address. Give a full one, such as https://example.com/.");
  if (url.protocol !== "https:" && (httpsOnly || url.protocol !== "http:")) throw forbiddenScheme(httpsOnly);
  if (url.username || url.password)
    throw new OutboundError("has_credentials", "The address must not contain a user name or password.");
  url.hash = "";

  // `URL` has already read 127.1, 0x7f000001, percent-encodings and full-width digits as the address they mean.
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isLiteral = isIP(host) !== 0;
  if (!isLiteral && !hostName.test(host))
    throw new OutboundError("bad_url", `${nameOf(host)} is not the name of a website.`);
  // A trailing dot is the same name to DNS, but no certificate has it.
  if (!isLiteral) url.hostname = host;

  const target: Target = { url, host, isLiteral };
  if (isLiteral) {
    const verdict = rules.policy(host);
    if (verdict === "forbidden") throw forbiddenAddress(host);
    if (verdict === "let_through") return target;
  } else if (localName.test(host)) {
    if (!rules.hasAllowedNetworks) throw forbiddenAddress(host);
    target.unlessLetThrough = "forbidden_address";
  }
  if (!usualPorts.has(url.port)) {
    if (isLiteral || !rules.hasAllowedNetworks) throw forbiddenPort(host);
    target.unlessLetThrough ??= "forbidden_port";
  }
  return target;
}
