import { bytesOf } from "#tools/core/images/encode-image.ts";
import { readLimitedBytes } from "../../http/server/limited-body.ts";

/** Thrown for a form that cannot be read or does not come from one of our pages. */
export class FormRefused extends Error {
  constructor(
    readonly status: 400 | 403 | 413 | 415,
    message: string,
  ) {
    super(message);
  }
}

export interface Form {
  /** The trimmed text of a field; "" if it is missing or sent twice. */
  text(name: string): string;
  /** Untrimmed text, for passwords. */
  raw(name: string): string;
  all(name: string): string[];
  file(name: string): Promise<Uint8Array | null>;
}

type Entries = { get(name: string): unknown; getAll(name: string): unknown[] };

/**
 * The `maxFileBytes` of a page that takes images. An image that is slightly too large can be read, and the error appears
 * at its field.
 */
export const imageFormBytes = (limits: Parameters<typeof bytesOf>[0]): number => 2 * bytesOf(limits);

const maxTextBytes = 128 * 1024;

/** Reads a urlencoded form, or a multipart form if `maxFileBytes` is above 0. Throws FormRefused. */
export async function readForm(request: Request, maxFileBytes = 0): Promise<Form> {
  const contentType = request.headers.get("content-type") ?? "";
  const type = contentType.split(";")[0]!.trim().toLowerCase();
  const isMultipart = type === "multipart/form-data" && maxFileBytes > 0;
  if (!isMultipart && type !== "application/x-www-form-urlencoded")
    throw new FormRefused(415, "This page accepts only its own form. Open the page and submit the form there.");
  const bytes = await readLimitedBytes(request, maxTextBytes + maxFileBytes);
  if (!bytes) throw new FormRefused(413, "The submitted form is too large. Shorten the text or choose smaller files.");
  return asForm(isMultipart ? await parseMultipart(bytes, contentType) : parseUrlencoded(bytes));
}

function parseUrlencoded(bytes: Uint8Array): Entries {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    decodeURIComponent(text.replaceAll("+", " "));
    return new URLSearchParams(text);
  } catch {
    throw new FormRefused(400, "The form is not percent-encoded UTF-8. Open the page and submit the form again.");
  }
}

async function parseMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Entries> {
  try {
    return await new Response(bytes, { headers: { "content-type": contentType } }).formData();
  } catch {
    throw new FormRefused(400, "The form could not be read. Open the page and submit the form again.");
  }
}

function asForm(source: Entries): Form {
  const texts = (name: string) =>
    source.getAll(name).flatMap((value) => (typeof value === "string" ? [value.replaceAll("\r\n", "\n")] : []));
  const raw = (name: string) => {
    const [first = "", ...more] = texts(name);
    return more.length > 0 ? "" : first;
  };
  return {
    raw,
    text: (name) => raw(name).trim(),
    all: texts,
    async file(name) {
      const value = source.get(name);
      // Browsers send an empty file if none was chosen.
      return value instanceof Blob && value.size > 0 ? new Uint8Array(await value.arrayBuffer()) : null;
    },
  };
}
