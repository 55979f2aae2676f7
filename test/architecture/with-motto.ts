import { join } from "node:path";
import { exportPage } from "#db/queries/listings/export.ts";
import { textsOf } from "#db/queries/moderation/text-flags.ts";
import { fieldNames } from "#db/schema/listing-fields.ts";
import { openApiDocument } from "#tools/core/openapi/openapi.ts";
import { answerSchema } from "#tools/drafts/model/answer-schema.ts";
import { tools } from "#tools/registry.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { ownedProduct } from "../support/records/owned-product.ts";
import { startTestServer } from "../support/server/harness.ts";

// Runs in a copy of the project whose listings have a motto, and prints where the motto appears.

const [motto] = process.argv.slice(2) as [string];
const server = await startTestServer();
const email = "motto@example.test";
const browser = await signUpAs(server, email);
const { key, account } = await keyFor(server.store, { email, scopes: ["account:read", "listings:write"] });
const { main } = await ownedProduct(server.store, account.id);
const as = server.as(key);
const scanned = () =>
  server.store.read.$client.query("SELECT 1 FROM texts_to_check WHERE source_id = ?").all(main).length;

const before = scanned();
const edit = await as.over("REST", "update_my_listing", { listing_id: main, fields: { motto }, apply_to: ["all"] });
const path = `/account/listings/${main}`;
const view = (await as.over("REST", "get_my_listing", { listing_id: main })).body;
const { records } = await exportPage(server.store.read, "listings", 1, main - 1);
const { texts } = (await textsOf(server.store.read, "listing", main))!;
const document = JSON.stringify(openApiDocument(tools, { api: "", docs: "", issuer: "" }, {} as never));
const hasMotto = (text: string) => text.includes(motto);
const found = {
  input: edit.status === 200,
  applyTo: edit.body.changed.every(({ fields }: { fields: string[] }) => fields.includes("motto")),
  sites: edit.body.changed.length,
  ownerView: view.motto === motto,
  form: hasMotto((await browser.get(`${path}/edit`)).html),
  comparison: hasMotto((await browser.get(`${path}/versions`)).html),
  scan: texts.some(({ text }) => text === motto) && scanned() > before,
  export: records[0]!.motto === motto,
  answerSchema: Object.hasOwn(answerSchema([], fieldNames).shape, "motto"),
  openApi: document.split('"motto"').length,
};
await server.stop();
await Bun.write(join(import.meta.dir, "found.json"), JSON.stringify(found));
process.exit();
