import { isIP } from "node:net";
import {
  nameOf,
  type Outbound,
  OutboundError,
  type OutboundOptions,
  type OutboundReason,
} from "#tools/core/ports/outbound.ts";
import { type AddressPolicy, createAddressPolicy } from "./address-policy.ts";

export interface Target {
  url: URL;
  /** A name or an IP address, without brackets or a trailing dot. */
  host: string;
  isLiteral: boolean;
  /** If set, the target is refused for this reason unless all its addresses are in an allowed network. */
  unlessLetThrough?: Extract<OutboundReason, "forbidden_port" | "forbidden_address" | "forbidden_scheme">;
}

export interface VetRules {
  policy: AddressPolicy;
  /** True if the configuration allows a network. Local names and other ports may then be allowed. */
  hasAllowedNetworks: boolean;
}

export const vetRules = (allowNetworks: string[]): VetRules => ({
  policy: createAddressPolicy(allowNetworks),
  hasAllowedNetworks: allowNetworks.length > 0,
});

export const vetBy =
  (rules: VetRules): Outbound["vet"] =>
  (url, options) =>
    vetUrl(url, rules, options).url;

const maxUrlLength = 2048;
const usualPorts = new Set(["", "80", "443"]);
const hostName = /^(?!.{254})[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
// Names without a dot, and names that no public resolver knows (RFC 6761, 6762, 7686, 8375, and ICANN's "internal").
const localName = /^[^.]+$|(^|\.)(localhost|local|internal|onion|home\.arpa)$/;

/** The error for a forbidden host. It does not repeat IP addresses, because a redirect may have revealed them. */
export const forbiddenAddress = (host: string) =>
  new OutboundError(
    "forbidden_address",
    isIP(host) ? "This is not a public IP address." : `${nameOf(host)} does not point to a public IP address.`,
  );

export const forbiddenPort = (host: string) =>
  new OutboundError("forbidden_port", `The URL of ${nameOf(host)} must use port 80 or 443.`);

export const forbiddenScheme = (httpsOnly = false) =>
  new OutboundError("forbidden_scheme", `The URL must start with https://${httpsOnly ? "" : " or http://"}.`);

/** The error for a host that is only accepted in a network that is allowed. */
export const notLetThrough = (reason: NonNullable<Target["unlessLetThrough"]>, host: string) =>
  reason === "forbidden_scheme"
    ? forbiddenScheme(true)
    : (reason === "forbidden_port" ? forbiddenPort : forbiddenAddress)(host);

/** Parses and checks a URL without using the network. Throws OutboundError. */
export function vetUrl(text: string, rules: VetRules, { httpsOnly }: Pick<OutboundOptions, "httpsOnly"> = {}): Target {
  const url = text.length <= maxUrlLength ? URL.parse(text) : null;
  if (!url) throw new OutboundError("bad_url", "This is not a URL. Enter a full URL, such as https://example.com.");
  const isHttp = url.protocol === "http:";
  if ((!isHttp && url.protocol !== "https:") || (isHttp && httpsOnly === true))
    throw forbiddenScheme(Boolean(httpsOnly));
  if (url.username || url.password)
    throw new OutboundError("has_credentials", "The URL must not contain a user name or password.");
  url.hash = "";

  // `URL` has already converted 127.1, 0x7f000001, percent-encoding and full-width digits to a plain address.
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isLiteral = isIP(host) !== 0;
  if (!isLiteral && !hostName.test(host))
    throw new OutboundError("bad_url", `${nameOf(host)} is not a valid host name.`);
  // DNS ignores a trailing dot, but certificates never contain one.
  if (!isLiteral) url.hostname = host;

  const target: Target = { url, host, isLiteral };
  if (isLiteral) {
    const verdict = rules.policy(host);
    if (verdict === "forbidden") throw forbiddenAddress(host);
    if (verdict === "let_through") return target;
    if (isHttp && httpsOnly) throw forbiddenScheme(true);
  } else if (localName.test(host)) {
    if (!rules.hasAllowedNetworks) throw forbiddenAddress(host);
    target.unlessLetThrough = "forbidden_address";
  }
  if (!usualPorts.has(url.port)) {
    if (isLiteral || !rules.hasAllowedNetworks) throw forbiddenPort(host);
    target.unlessLetThrough ??= "forbidden_port";
  }
  if (isHttp && httpsOnly) {
    if (!rules.hasAllowedNetworks) throw forbiddenScheme(true);
    target.unlessLetThrough ??= "forbidden_scheme";
  }
  return target;
}
