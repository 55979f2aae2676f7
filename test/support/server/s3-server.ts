import { createHash, createHmac } from "node:crypto";

export const s3Key = { id: "AKIATEST", secret: "s3-secret" };

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);

/** Checks a request's signature as the documentation of AWS Signature Version 4 says. */
function isSigned(request: Request, owner: typeof s3Key): boolean {
  const authorization = request.headers.get("authorization") ?? "";
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      authorization,
    );
  if (!match) return false;
  const [, id, day, region, signed, signature] = match as unknown as string[];
  const url = new URL(request.url);
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const headers = signed!.split(";").map((name) => `${name}:${request.headers.get(name)!.trim()}\n`);
  const canonical = [
    request.method,
    url.pathname,
    query.join("&"),
    headers.join(""),
    signed,
    request.headers.get("x-amz-content-sha256"),
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = [
    "AWS4-HMAC-SHA256",
    request.headers.get("x-amz-date"),
    scope,
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const key = ["s3", "aws4_request"].reduce(
    (k, part) => hmac(k, part),
    hmac(hmac(`AWS4${owner.secret}`, day!), region!),
  );
  return id === owner.id && hmac(key, text).toString("hex") === signature;
}

const failure = (status: number, code: string, message: string) =>
  new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`, {
    status,
    headers: { "content-type": "application/xml" },
  });
const xml = (text: string) =>
  new Response(`<?xml version="1.0"?>${text}`, { headers: { "content-type": "application/xml" } });

/** An S3-compatible server that keeps objects in memory and returns two names per page. */
export function startS3Server({ port = 0, bucket: name = "backups", key: owner = s3Key } = {}) {
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const requests: string[] = [];
  /** Cuts off downloads after this many bytes. */
  const fault = { cutAt: Number.POSITIVE_INFINITY };
  const server = Bun.serve({
    port,
    maxRequestBodySize: 2 ** 30,
    async fetch(request) {
      const url = new URL(request.url);
      const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
      const key = rest.join("/");
      requests.push(`${request.method} ${key}${url.search && "?"}${[...url.searchParams.keys()].sort().join("&")}`);
      if (!isSigned(request, owner)) return failure(403, "SignatureDoesNotMatch", "The signature does not match.");
      if (bucket !== name) return failure(404, "NoSuchBucket", "The bucket does not exist.");
      const upload = url.searchParams.get("uploadId");
      if (request.method === "POST" && url.searchParams.has("uploads")) {
        const id = `upload-${uploads.size + 1}`;
        uploads.set(id, new Map());
        return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      }
      if (request.method === "PUT" && upload) {
        const part = Number(url.searchParams.get("partNumber"));
        uploads.get(upload)!.set(part, await request.bytes());
        return new Response("", { headers: { etag: `"${part}"` } });
      }
      if (request.method === "POST" && upload) {
        const parts = [...uploads.get(upload)!].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
        objects.set(key, Buffer.concat(parts));
        uploads.delete(upload);
        return xml("<CompleteMultipartUploadResult/>");
      }
      if (request.method === "DELETE" && upload) {
        uploads.delete(upload);
        return new Response(null, { status: 204 });
      }
      if (request.method === "PUT") {
        objects.set(key, await request.bytes());
        return new Response("", { headers: { etag: '"whole"' } });
      }
      if (request.method === "DELETE") {
        objects.delete(key);
        return new Response(null, { status: 204 });
      }
      if (key === "") {
        const after = url.searchParams.get("continuation-token") ?? "";
        const start = url.searchParams.get("prefix") ?? "";
        const names = [...objects.keys()].filter((name) => name.startsWith(start) && name > after).sort();
        const page = names.slice(0, 2);
        const more = names.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : "";
        return xml(
          `<ListBucketResult><IsTruncated>${names.length > 2}</IsTruncated>${more}${page.map((name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)!.length}</Size></Contents>`).join("")}</ListBucketResult>`,
        );
      }
      const bytes = objects.get(key);
      if (!bytes) return failure(404, "NoSuchKey", "The key does not exist.");
      if (request.method === "HEAD")
        return new Response(null, { headers: { "content-length": String(bytes.length), etag: '"x"' } });
      return new Response(bytes.slice(0, fault.cutAt));
    },
  });
  return { objects, uploads, requests, fault, url: `http://localhost:${server.port}`, stop: () => server.stop(true) };
}
