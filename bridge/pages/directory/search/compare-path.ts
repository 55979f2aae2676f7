/** Where products stand side by side. */
export const comparePath = (slugs: string[]) => `/compare?slugs=${slugs.map(encodeURIComponent).join(",")}`;
