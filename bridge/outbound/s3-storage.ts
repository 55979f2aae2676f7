import { S3Client } from "bun";
import type { BackupStorage } from "../backups/storage.ts";
import type { Config } from "../start/config.ts";

// S3 allows 10,000 parts, so the largest object has 156 GB. A few parts are in memory at a time.
const partBytes = 16 * 2 ** 20;

export type S3Settings = Pick<Config, "S3_ENDPOINT" | "S3_REGION" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY">;

/** Stores backups in a bucket. `url` is `s3://bucket` or `s3://bucket/prefix`. */
export function s3Storage(url: string, settings: S3Settings): BackupStorage {
  const [, bucket, prefix = ""] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(url)!;
  const client = new S3Client({
    bucket,
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  });
  const start = prefix && `${prefix}/`;
  return {
    async names() {
      const names: string[] = [];
      for (let token: string | undefined; ; ) {
        const page = await client.list({ prefix: start, continuationToken: token });
        names.push(...(page.contents ?? []).map(({ key }) => key.slice(start.length)));
        if (!page.isTruncated) return names;
        token = page.nextContinuationToken;
      }
    },
    read: (name) => client.file(start + name).stream(),
    async write(name, content) {
      const writer = client.file(start + name).writer({ partSize: partBytes, queueSize: 2, retry: 3 });
      let bytes = 0;
      // Bun cannot abort an upload. Without `end`, the storage keeps its parts, but there is no object.
      for await (const chunk of content) {
        writer.write(chunk);
        bytes += chunk.length;
        await writer.flush();
      }
      await writer.end();
      return bytes;
    },
    remove: (name) => client.delete(start + name),
  };
}
