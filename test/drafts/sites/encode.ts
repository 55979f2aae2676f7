/** Text in a charset of one or two bytes a character, as old sites send it; what it lacks becomes a question mark. */
export function encodeAs(charset: "shift_jis" | "windows-1256" | "euc-kr", text: string): Uint8Array {
  const codes = codesOf(charset);
  return Uint8Array.from([...text].flatMap((character) => codes.get(character) ?? [63]));
}

function codesOf(charset: string): Map<string, number[]> {
  const codes = new Map<string, number[]>();
  const decoder = new TextDecoder(charset as Bun.Encoding, { fatal: true });
  const note = (bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length === 1 && !codes.has(character)) codes.set(character, bytes);
    } catch {}
  };
  for (let first = 0; first < 256; first++) note([first]);
  for (let first = 0x81; first < 256; first++) for (let second = 0x40; second < 256; second++) note([first, second]);
  return codes;
}
