/** A body of server-sent events (HTML, "Server-sent events") that is written to while it lasts. */
export interface EventStream {
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** A message, as text without line breaks. */
  send(data: string): void;
  /** What keeps connections open and no reader sees. */
  comment(text: string): void;
  close(): void;
}

/** Frames that wait for a reader who takes none; then they are gone. */
const maxWaiting = 100;

/** `onClosed` is called once, whoever ends it. */
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
