import { CrawlFailed } from "./crawl-failed.ts";

const kinds: [RegExp, string][] = [
  [/^application\/pdf/, "a PDF file"],
  [/^image\//, "an image"],
  [/^(?:audio|video)\//, "an audio or video file"],
  [/^application\/(?:\S+\+)?json/, "a JSON file"],
  [/^(?:application|text)\/(?:(?!xhtml)\S+\+)?xml/, "an XML file"],
];
const htmlTypes = /^(?:text\/html|application\/xhtml\+xml)/;
const beginsAsHtml = /^\s*(?:<!--|<\?xml|<!doctype html|<(?:html|head|body|title|meta|script|div|h1|p|a)[\s>])/i;

export function htmlFailure(bytes: Uint8Array, contentType: string | null): CrawlFailed | null {
  const type = contentType?.trim().toLowerCase() ?? "";
  const start = Buffer.from(bytes.subarray(0, 1024));
  if (isBinary(start)) return notHtml(htmlTypes.test(type) ? "a binary file declared as HTML" : kindOf(type));
  if (htmlTypes.test(type)) return null;
  // If the content type is missing or generic, the document must start like HTML.
  const isUntold = type === "" || /^(?:text\/plain|application\/octet-stream)/.test(type);
  return isUntold && beginsAsHtml.test(start.toString("latin1")) ? null : notHtml(kindOf(type));
}

const kindOf = (type: string) => kinds.find(([pattern]) => pattern.test(type))?.[1] ?? "a file";

const notHtml = (what: string) =>
  new CrawlFailed("not_html", `This URL leads to ${what}, not to a web page. Enter the URL of the home page.`);

/** Whether a document contains a "binary data byte" (WHATWG MIME Sniffing). Always false for UTF-16. */
function isBinary(start: Buffer): boolean {
  if ((start[0] === 0xfe && start[1] === 0xff) || (start[0] === 0xff && start[1] === 0xfe)) return false;
  return start.some(
    (byte) => byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f),
  );
}
