import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

interface Received {
  recipient: string;
  mail: Email;
}

/** A real SMTP server on a free loopback port. */
export async function startMailServer() {
  const received: Received[] = [];
  /** Response to a recipient, by email address. */
  const refusals = new Map<string, { code: number; message: string }>();
  /** Called when a mail has arrived, before its sender knows. */
  const hooks = { onMail() {} };
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const refusal = refusals.get(address);
      callback(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", () => {});
      stream.on("end", async () => {
        received.push({
          recipient: envelope.rcptTo[0]!.address,
          mail: await PostalMime.parse(Buffer.concat(chunks)),
        });
        hooks.onMail();
        setTimeout(callback, 5);
      });
    },
  });
  // A killed sender closes its connection.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    refusals,
    hooks,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

export const headerOf = ({ mail }: Received, name: string): string | undefined =>
  mail.headers.find(({ key }) => key === name)?.value;
