import { startS3Server } from "../support/server/s3-server.ts";

/** Serves the bucket of the documents, with their example key. */

const { url } = startS3Server({ port: 9000, bucket: "my-bucket", key: { id: "KEY_ID", secret: "SECRET" } });
console.log(`listens at ${url}`);
