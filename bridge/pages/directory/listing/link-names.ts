import { capital } from "#tools/core/text/text.ts";

const names = new Map([
  ["github", "GitHub"],
  ["gitlab", "GitLab"],
  ["linkedin", "LinkedIn"],
  ["youtube", "YouTube"],
  ["producthunt", "Product Hunt"],
  ["tiktok", "TikTok"],
  ["x", "X"],
]);

export const linkName = (platform: string): string => names.get(platform) ?? capital(platform.replaceAll(/[-_]/g, " "));
