import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** What a credential was made for, and what the next response of the authenticator contains. */
export interface Credential {
  id: string;
  privateKey: KeyObject;
  userHandle: string;
  origin: string;
  rpId: string;
  signCount: number;
  isUserVerified: boolean;
}

interface Options {
  challenge: string;
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString("base64url");
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

function authenticatorData({ rpId, signCount, isUserVerified }: Credential, attested: Uint8Array = Buffer.alloc(0)) {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(signCount);
  const flag = flags.present | (isUserVerified ? flags.verified : 0) | (attested.length > 0 ? flags.attested : 0);
  return Buffer.concat([sha256(rpId), Buffer.from([flag]), count, attested]);
}

const clientData = (type: string, { challenge }: Options, { origin }: Credential) =>
  JSON.stringify({ type, challenge, origin, crossOrigin: false });

/** Creates a passkey with ES256 and returns it with what `toJSON` of its browser returns. */
export function createCredential(
  options: Options & { user: { id: string }; rp: { id: string } },
  origin: string,
  changes: Partial<Credential> = {},
): { credential: Credential; json: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const idBytes = Buffer.from(changes.id ?? base64url(randomBytes(16)), "base64url");
  const credential: Credential = {
    id: base64url(idBytes),
    privateKey,
    userHandle: options.user.id,
    origin,
    rpId: options.rp.id,
    signCount: 0,
    isUserVerified: true,
    ...changes,
  };
  const { x, y } = publicKey.export({ format: "jwk" });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x!)],
      [-3, bytes(y!)],
    ]),
  );
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, idBytes.length]), idBytes, key]);
  const attestationObject = isoCBOR.encode(
    new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authenticatorData(credential, attested))],
    ]),
  );
  const response = {
    clientDataJSON: base64url(clientData("webauthn.create", options, credential)),
    attestationObject: base64url(attestationObject),
    transports: ["internal"],
  };
  return { credential, json: responseOf(credential, response) };
}

/** Signs a challenge and returns what `toJSON` of the browser returns. */
export function signChallenge(options: Options, credential: Credential): string {
  const data = authenticatorData(credential);
  const client = clientData("webauthn.get", options, credential);
  const signature = sign("sha256", Buffer.concat([data, sha256(client)]), credential.privateKey);
  return responseOf(credential, {
    clientDataJSON: base64url(client),
    authenticatorData: base64url(data),
    signature: base64url(signature),
    userHandle: credential.userHandle,
  });
}

const responseOf = ({ id }: Credential, response: object): string =>
  JSON.stringify({ id, rawId: id, type: "public-key", response, clientExtensionResults: {} });
