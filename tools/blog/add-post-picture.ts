import * as z from "zod";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { maxAltLength } from "#db/schema/listing-fields.ts";
import { invalid } from "../core/errors/errors.ts";
import { encodedType, encodeImage, pictureLimits, refusalIn } from "../core/images/encode-image.ts";
import { filled, line } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

export default defineTeamTool({
  name: "add_post_picture",
  description:
    "Stores a PNG, JPEG or WebP image for a blog post and returns it as Markdown to insert into the body. An image that no post shows after a day is deleted.",
  rest: { method: "POST", path: "/team/post-pictures" },
  scopes: ["team:content"],
  effect: "write",
  input: z.strictObject({ picture: z.string().max(7_000_000).describe("Base64"), alt: filled(line(maxAltLength)) }),
  output: z.strictObject({ hash: z.string(), width: z.int(), height: z.int(), markdown: z.string() }),
  async run({ site, now }, { picture, alt }) {
    const image = await encodeImage(Buffer.from(picture, "base64"), pictureLimits).catch(refusalIn);
    if (image instanceof Error) return invalid("picture", "no_image", image.message);
    const { bytes, width, height } = image;
    return async (tx, record) => {
      const hash = await saveAsset(tx, encodedType, bytes, now.toISOString());
      record({ subjects: [`site:${site.id}`], after: { picture: hash, alt } });
      return {
        hash,
        width,
        height,
        markdown: `![${alt.replace(/[[\]\\*_`<>]/g, "\\$&")}](/media/${hash}#${width}x${height})`,
      };
    };
  },
});
