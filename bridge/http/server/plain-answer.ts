/** What every answer carries, whatever it is: browsers take it for nothing but what it says it is. */
export const everyAnswer = { "x-content-type-options": "nosniff" };

/** A sentence as text, where not even the frame of a page can be made. */
export const plainAnswer = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, {
    status,
    headers: {
      ...everyAnswer,
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...headers,
    },
  });
