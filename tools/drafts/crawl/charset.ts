/** Browsers read 1,024 bytes, but long comments may push the declaration further back. */
const prescanBytes = 4096;

/** Decodes a document with its declared or guessed charset (HTML Standard 13.2.3.2). */
export function decodeDocument(bytes: Uint8Array, contentType: string | null): string {
  const label =
    fromByteOrderMark(bytes) ?? knownLabel(contentType?.match(charsetParameter)?.[1]) ?? fromDocument(bytes);
  if (label !== null) return decodeAs(label, bytes);
  return decodeStrictUtf8(bytes) ?? decodeAs("windows-1252", bytes);
}

function fromByteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return null;
}

const charsetParameter = /charset\s*=\s*["']?\s*([^\s"';,>/]+)/i;

function fromDocument(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, prescanBytes))
    .toString("latin1")
    .replace(/<!--[\s\S]*?-->/g, "");
  const declared =
    start.match(/^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w-]+)["']/i)?.[1] ??
    start.match(/<meta\s[^>]*>/gi)?.flatMap((tag) => tag.match(charsetParameter)?.[1] ?? [])[0];
  const label = knownLabel(declared);
  // A document whose declaration can be read byte by byte is not UTF-16.
  return label?.startsWith("utf-16") ? "utf-8" : label;
}

function knownLabel(label: string | undefined): string | null {
  if (!label) return null;
  try {
    const { encoding } = new TextDecoder(label as Bun.Encoding);
    return encoding === "x-user-defined" ? "windows-1252" : encoding;
  } catch {
    return null;
  }
}

const decodeAs = (label: string, bytes: Uint8Array) => new TextDecoder(label as Bun.Encoding).decode(bytes);

function decodeStrictUtf8(bytes: Uint8Array): string | null {
  try {
    // The decoder runs in stream mode, because a truncated document may end within a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
