import type { Visit } from "../../frame/visit.ts";

export const listingPath = (slug: string) => `/listings/${encodeURIComponent(slug)}`;

/** Returns the slug from the path of a page below `/listings/:slug/`. */
export const slugOf = ({ url }: Visit) => url.pathname.split("/")[2] ?? "";
