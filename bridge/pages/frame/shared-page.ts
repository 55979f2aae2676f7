import type { Payload } from "../../http/respond.ts";
import { type Frame, type Page, pageDocument } from "./layout.ts";

/** What a page without a form may load and do. */
export const formlessPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A page that knows nothing of its visitor and has no form, so that caches may share it. */
export const sharedPage = (page: Page, frame: Frame, maxAge: number): Payload => ({
  body: pageDocument(page, frame),
  contentType: "text/html; charset=utf-8",
  cacheControl: `public, max-age=${maxAge}`,
  headers: { "content-security-policy": formlessPolicy, "referrer-policy": "no-referrer" },
});
