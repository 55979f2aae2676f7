import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { dayMs } from "#db/values/week.ts";

// Builds the parts of an X.509 certificate (RFC 5280) in DER, because neither Node nor Bun can create one.
const der = (tag: number, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const bits = (body: Buffer) => der(0x03, Buffer.from([0]), body);
const time = (date: Date) => der(0x17, `${date.toISOString().replace(/\D/g, "").slice(2, 14)}Z`);

const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));
const commonName = identifier("550403");
const subjectAltName = identifier("551d11");

/** Returns a key and a certificate for names and IPv4 addresses, valid from ten days ago to `daysLeft` from now. */
export function selfSigned(hosts: string[], daysLeft = 10): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, "slipway test"))));
  const altNames = hosts.map((host) =>
    isIP(host) ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, host),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(Date.now() - 10 * dayMs)), time(new Date(Date.now() + daysLeft * dayMs))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, sequence(...altNames))))),
  );
  const certificate = sequence(body, ecdsaWithSha256, bits(sign("sha256", body, privateKey)));
  const lines = certificate.toString("base64").match(/.{1,64}/g)!;
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}
