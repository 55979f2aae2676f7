import * as z from "zod";
import { personName } from "../account/rules.ts";
import { visibleLength } from "../core/fields.ts";
import { maxPhotoBytes, readPhoto } from "../core/photo.ts";
import type { SiteRules } from "../site/rules.ts";
import { bioLength } from "./rules.ts";

const isLink = (address: string): boolean => {
  const url = URL.parse(address);
  return url?.protocol === "https:" && url.username === "" && url.password === "";
};

const link = z
  .string()
  .trim()
  .max(300)
  .refine((address) => address === "" || isLink(address), "must be a whole address, beginning with https://")
  .optional();

const linkKinds = { website: link, github: link, linkedin: link, mastodon: link };

export const isLinkKind = (kind: string): boolean => Object.hasOwn(linkKinds, kind);

const photo = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, "base64");
  const read = bytes.length > maxPhotoBytes ? null : readPhoto(bytes);
  if (read) return read;
  const message =
    bytes.length > maxPhotoBytes
      ? "is larger than 1 MB; choose a smaller one"
      : "is no PNG, JPEG or WebP image, or it is damaged";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** What a person says of themselves as a founder; how much a bio has to say is the site's to decide. */
export const profileInput = ({ minBioCharacters: least }: SiteRules["storyRules"]) =>
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
            message: `must have ${least} to ${bioLength} characters, or none; these are ${length}`,
          });
      }),
    links: z
      .strictObject(linkKinds)
      .transform((links) => Object.fromEntries(Object.entries(links).filter(([, address]) => address)))
      .describe("Those of these kinds, all anew; links of other kinds stay"),
    photo: photo.optional().describe("In Base64; the photo there is stays without one"),
  });
