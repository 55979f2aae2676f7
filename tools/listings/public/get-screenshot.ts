import * as z from "zod";
import { screenshotBySlug } from "#db/queries/listings/screenshots.ts";
import { notFound } from "../../core/errors/errors.ts";
import { slug } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { mediaUrl } from "../shared/records.ts";

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
