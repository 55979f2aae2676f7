import * as z from "zod";
import { screenshotBySlug } from "#db/queries/listings/screenshots.ts";
import { defineOperation } from "../core/define.ts";
import { notFound } from "../core/errors.ts";
import { slug } from "../core/fields.ts";
import { mediaUrl } from "./records.ts";

/** The picture of a live listing's home page that its owner let be shown. */
export default defineOperation({
  name: "get_screenshot",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ slug }),
  output: z.strictObject({ image_url: z.string().nullable() }),
  async run({ read, site, urls }, { slug }) {
    const hash = await screenshotBySlug(read, site.id, slug);
    return hash === undefined ? notFound("listing", slug) : { image_url: mediaUrl(urls, hash) };
  },
});
