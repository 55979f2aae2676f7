/** Response about one ID: a status, a VIES error, or a server failure. */
export type ViesReply = "valid" | "invalid" | { error: string } | { late: string } | "hang" | "html";

export type ViesServer = ReturnType<typeof startViesServer>;

/** A loopback server in the format of VIES' REST interface (`POST /check-vat-number`). */
export function startViesServer() {
  const requests: Record<string, string>[] = [];
  let replies: ViesReply[] = ["valid"];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (request.method !== "POST" || pathname !== "/rest-api/check-vat-number")
        return new Response("Not Found", { status: 404 });
      const body = (await request.json()) as Record<string, string>;
      requests.push(body);
      const reply = replies.length > 1 ? replies.shift()! : replies[0]!;
      if (reply === "hang") return new Promise<Response>(() => {});
      if (reply === "html") return new Response("<html>Bad Gateway</html>", { status: 502 });
      if (typeof reply === "object" && "error" in reply)
        return Response.json({ actionSucceed: false, errorWrappers: [{ error: reply.error }] }, { status: 400 });
      return Response.json(answerTo(body, reply));
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/rest-api`,
    requests,
    /** Sets the replies, in order; the last one repeats. */
    script(...next: ViesReply[]): void {
      replies = next;
    },
    stop: () => server.stop(true),
  };
}

const answerTo = (body: Record<string, string>, reply: "valid" | "invalid" | { late: string }) => ({
  countryCode: body.countryCode,
  vatNumber: body.vatNumber,
  requestDate: "2026-11-18T12:00:00.000Z",
  valid: reply === "valid",
  // Only requesters with their own VAT ID get a number.
  requestIdentifier: body.requesterNumber ? "WAPIAAAAZ1" : "",
  name: reply === "valid" ? "TIDEWELL SAS" : "---",
  address: reply === "valid" ? "1 QUAI DES BRUMES\n29200 BREST" : "---",
  ...(typeof reply === "object" && { userError: reply.late }),
});
