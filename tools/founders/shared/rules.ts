import type { ProfileFacts } from "#db/queries/founders/founder-profile.ts";
import type { SiteRules } from "../../site/shared/rules.ts";

export const bioLength = 1000;

export function missingFromProfile(profile: ProfileFacts | null, { minBioCharacters }: SiteRules["storyRules"]) {
  if (profile === null) return ["There is no founder profile yet."];
  const missing: string[] = [];
  if (profile.name.trim() === "") missing.push("The name is missing.");
  if (profile.photoHash === null) missing.push("A photo is missing.");
  const length = [...profile.bio.trim()].length;
  if (length < minBioCharacters)
    missing.push(`The bio needs at least ${minBioCharacters} characters; it has ${length}.`);
  if (Object.keys(profile.links).length === 0) missing.push("A link is missing.");
  return missing;
}
