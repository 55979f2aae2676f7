/** A body of server-sent events (HTML, "Server-sent events"). */
export interface EventStream {
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Sends a message, which must have no line breaks. */
  send(data: string): void;
  /** Sends a comment, which keeps the connection open and is invisible to the reader. */
  comment(text: string): void;
  close(): void;
}

/** If more frames wait, the reader is assumed to be gone. */
const maxWaiting = 100;

/** `onClosed` is called once, whichever side ends the stream. */
export function createEventStream(onClosed: () => void): EventStream {
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
    if ((controller.desiredSize ?? 0) < -maxWaiting && end()) controller.error(new Error("nobody reads the stream"));
  }

  return {
    body: new ReadableStream({
      start(own) {
        controller = own;
      },
      cancel() {
        end();
      },
    }),
    send: (data) => write(`event: message\ndata: ${data}\n\n`),
    comment: (text) => write(`: ${text}\n\n`),
    close() {
      if (end()) controller.close();
    },
  };
}
