import { saveAsset } from "#db/queries/common/save-asset.ts";
import type { SiteSettings } from "#db/schema/sites.ts";
import type { Tx } from "#db/store/store.ts";
import { invalid } from "../core/errors/errors.ts";
import { type EncodedImage, encodedType, encodeImage, photoLimits, refusalIn } from "../core/images/encode-image.ts";
import { checkAccent, checkKinds, checkTexts } from "./site-input.ts";
import type { TextFacts } from "./texts.ts";

interface BrandingInput {
  accent?: string | null;
  /** Encoded in base64. */
  logo?: string | null;
  texts?: Partial<Record<string, string | null>>;
  kinds?: string | null;
}

/** Checks the colour, logo and kinds. Returns a function that saves the logo and merges the input into the settings. */
export async function readBranding(
  { accent, logo, texts = {}, kinds }: BrandingInput,
  context: TextFacts,
): Promise<(tx: Tx, settings: SiteSettings, now: Date) => Promise<SiteSettings>> {
  checkAccent(accent);
  checkKinds(kinds);
  checkTexts(texts, context);
  const image = typeof logo === "string" ? await readLogo(logo) : logo;
  return async (tx, settings, now) => {
    const hash = image && (await saveAsset(tx, encodedType, image.bytes, now.toISOString()));
    const was = new Map(Object.entries(settings.texts ?? {}));
    const changed = Object.entries(texts).filter(([name, text]) => (was.get(name) ?? null) !== (text || null));
    const dates = Object.fromEntries(changed.map(([name, text]) => [name, text && now.toISOString()]));
    const all = {
      ...settings,
      look: merged(settings.look, { accent, logo: hash }),
      texts: merged(settings.texts, texts),
      textDates: merged(settings.textDates, dates),
      kinds: kinds === undefined ? settings.kinds : kinds,
    };
    return Object.fromEntries(Object.entries(all).filter(([, setting]) => setting));
  };
}

async function readLogo(base64: string): Promise<EncodedImage> {
  const image = await encodeImage(Buffer.from(base64, "base64"), photoLimits).catch(refusalIn);
  return image instanceof Error ? invalid("logo", "no_image", image.message) : image;
}

// Null or empty text removes the entry. Returns null if no entry is left.
function merged(known: Record<string, string> = {}, given: Record<string, string | null | undefined>) {
  const all = { ...known, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
  const kept = Object.entries(all).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}
