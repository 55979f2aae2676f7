import type { Payload } from "../../http/server/respond.ts";
import type { Frame } from "./frame.ts";
import { type Page, pageDocument } from "./layout.ts";

/** The Content Security Policy: it allows only our stylesheets, images and forms, and our script if the page has one. */
export const pagePolicy = ({
  formTargets = [],
  hasScript = false,
}: {
  formTargets?: string[];
  hasScript?: boolean;
} = {}) =>
  `default-src 'none'; style-src 'self'; ${hasScript ? "script-src 'self'; connect-src 'self'; " : ""}img-src 'self'; form-action ${["'self'", ...formTargets].join(" ")}; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'`;

/** Products see in their own statistics that a visit came from this site, but not from which page. */
export const publicReferrer = { "referrer-policy": "strict-origin" };

/** A page without personal content, which caches may therefore share. */
export const sharedPage = (page: Page, frame: Frame, maxAge: number): Payload => ({
  body: pageDocument(page, frame),
  contentType: "text/html; charset=utf-8",
  cacheControl: `public, max-age=${maxAge}`,
  headers: {
    "content-security-policy": pagePolicy({ hasScript: true }),
    ...publicReferrer,
    vary: "Host, Accept-Encoding",
  },
});
