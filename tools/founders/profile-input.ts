import * as z from "zod";
import { personName } from "../account/shared/rules.ts";
import { withScheme } from "../core/calls/vet-url.ts";
import { type EncodedImage, ImageRefused } from "../core/images/encode-image.ts";
import { visibleLength } from "../core/input/fields.ts";
import type { SiteRules } from "../site/shared/rules.ts";
import { bioLength } from "./shared/rules.ts";

const isLink = (link: string): boolean => {
  const url = URL.parse(link);
  return url?.protocol === "https:" && url.hostname.includes(".") && url.username === "" && url.password === "";
};

const link = z
  .string()
  .trim()
  .overwrite((link) => (link === "" ? "" : withScheme(link)))
  .max(300)
  .refine((link) => link === "" || isLink(link), "must be a URL with https://, such as https://example.com")
  .optional();

const linkKinds = { website: link, github: link, linkedin: link, mastodon: link };

export const isLinkKind = (kind: string): boolean => Object.hasOwn(linkKinds, kind);

const photoOf = (uploaded: EncodedImage | ImageRefused | undefined) =>
  z
    .string()
    .optional()
    .transform((_, context) => {
      if (!(uploaded instanceof ImageRefused)) return uploaded;
      context.addIssue({ code: "custom", message: uploaded.message });
      return z.NEVER;
    });

export const profileInput = (
  { minBioCharacters: least }: SiteRules["storyRules"],
  uploaded?: EncodedImage | ImageRefused,
) =>
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
