import { Marked, type Tokens } from "marked";
import { storedAmong } from "#db/queries/common/assets.ts";
import type { Db } from "#db/store/store.ts";
import { invalid } from "../core/errors/errors.ts";

const marked = new Marked({ gfm: true });

/** Throws 422 unless each image of a text in Markdown is stored here and has an alternative text. */
export async function checkPictures(db: Db, markdown: string, base: string): Promise<void> {
  const fault = (code: string, message: string): never => invalid("body_markdown", code, message);
  const pictures: Tokens.Image[] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === "image") pictures.push(token as Tokens.Image);
    if (token.type === "html" && /<img/i.test(token.raw))
      fault("foreign_image", "has an <img> tag; write the image as ![description](/media/…)");
  });
  for (const { href, text } of pictures) {
    const shown = href.slice(0, 200);
    const path = href.startsWith(`${base}/`) ? href.slice(base.length) : href;
    const hash = /^\/media\/([0-9a-f]{64})(?:#\d+x\d+)?$/.exec(path)?.[1];
    if (hash === undefined || (await storedAmong(db, [hash])).length === 0)
      fault(
        "foreign_image",
        `has the image ${shown}, which is not stored on this site; upload it and use its new path`,
      );
    if (text.trim() === "")
      fault("no_alt_text", `has the image ${shown} without a description; write one between the brackets of ![…]`);
  }
}
