export const comparePath = (slugs: string[]) => `/compare?slugs=${slugs.map(encodeURIComponent).join(",")}`;
