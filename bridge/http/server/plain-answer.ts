/** Header for every response: browsers must not guess the content type. */
export const everyAnswer = { "x-content-type-options": "nosniff" };

/** A plain-text response, for when even the page frame is unavailable. */
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
