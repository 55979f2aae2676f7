export interface RenderedPage {
  url: string;
  status: number;
  html: string;
  picture?: Uint8Array;
}

export interface Photographer {
  /** Returns a PNG of the top of a page. Throws like `render`. */
  photograph(url: string, options: { timeoutMs: number; signal?: AbortSignal }): Promise<Uint8Array>;
}

export interface Renderer {
  /** Throws OutboundError, or the reason of the signal. */
  render(url: string, options: { timeoutMs: number; maxBytes: number; signal?: AbortSignal }): Promise<RenderedPage>;
}
