/** If more frames than this are waiting, the reader is assumed to be gone. */
const maxWaiting = 100;

/**
 * Creates a body of server-sent events (HTML, "Server-sent events"). `onClosed` is called once, whichever side ends the
 * stream.
 */
export function createEventStream(onClosed: () => void) {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  let isClosed = false;

  function end(): boolean {
    if (isClosed) return false;
    isClosed = true;
    onClosed();
    return true;
  }

  function write(frame: string): void {
    if (isClosed) return;
    controller.enqueue(encoder.encode(frame));
    if ((controller.desiredSize ?? 0) < -maxWaiting && end())
      controller.error(new Error("the client does not read the stream"));
  }

  return {
    body: new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(own) {
        controller = own;
      },
      cancel() {
        end();
      },
    }),
    /** Sends a message, which must not contain line breaks. */
    send: (data: string) => write(`event: message\ndata: ${data}\n\n`),
    /** Sends a comment, which keeps the connection open and is invisible to the reader. */
    comment: (text: string) => write(`: ${text}\n\n`),
    close() {
      if (end()) controller.close();
    },
  };
}
