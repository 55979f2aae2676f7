export interface RenderedPage {
  /** The final URL, without fragment. */
  url: string;
  status: number;
  html: string;
  picture?: Uint8Array;
}

/** A browser that takes screenshots through the outbound guard. */
export interface Photographer {
  /** Returns the top of a page as PNG. Throws as `render` does. */
  photograph(url: string, options: { timeoutMs: number; signal?: AbortSignal }): Promise<Uint8Array>;
}

/** A browser that runs the scripts of pages through the outbound guard. */
export interface Renderer {
  /** Throws OutboundError, or the reason of the signal. */
  render(url: string, options: { timeoutMs: number; maxBytes: number; signal?: AbortSignal }): Promise<RenderedPage>;
}
