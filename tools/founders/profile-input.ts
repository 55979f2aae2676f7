import * as z from "zod";
import { personName } from "../account/shared/rules.ts";
import { visibleLength } from "../core/input/fields.ts";
import { maxPhotoBytes, type Photo } from "../core/text/photo.ts";
import type { SiteRules } from "../site/shared/rules.ts";
import { bioLength } from "./shared/rules.ts";

const isLink = (link: string): boolean => {
  const url = URL.parse(link);
  return url?.protocol === "https:" && url.username === "" && url.password === "";
};

const link = z
  .string()
  .trim()
  .max(300)
  .refine((link) => link === "" || isLink(link), "must be a complete URL that begins with https://")
  .optional();

const linkKinds = { website: link, github: link, linkedin: link, mastodon: link };

export const isLinkKind = (kind: string): boolean => Object.hasOwn(linkKinds, kind);

/** `read` is null if the photo is unusable. */
interface Uploaded {
  byteCount: number;
  read: Photo | null;
}

const photoOf = (uploaded: Uploaded | undefined) =>
  z
    .string()
    .optional()
    .transform((_, context) => {
      if (!uploaded || uploaded.read) return uploaded?.read ?? undefined;
      const message =
        uploaded.byteCount > maxPhotoBytes
          ? "is larger than 1 MB; choose a smaller photo"
          : "is not a PNG, JPEG or WebP image, is damaged, or has more than 16 megapixels; choose another photo";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

export const profileInput = ({ minBioCharacters: least }: SiteRules["storyRules"], uploaded?: Uploaded) =>
  z.strictObject({
    name: personName,
    bio: z
      .string()
      .trim()
      .superRefine((text, context) => {
        const { length } = [...text];
        if (length > bioLength || (length > 0 && visibleLength(text) < least))
          context.addIssue({
            code: "custom",
            message: `must be empty or have ${least} to ${bioLength} characters; it has ${length}`,
          });
      }),
    links: z
      .strictObject(linkKinds)
      .transform((links) => Object.fromEntries(Object.entries(links).filter(([, link]) => link)))
      .describe("Replaces all links of these kinds; links of other kinds stay unchanged"),
    photo: photoOf(uploaded).describe("Base64; if omitted, the current photo stays unchanged"),
  });
