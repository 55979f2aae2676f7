export interface RenderedPage {
  /** The address that was shown in the end, without fragment. */
  url: string;
  status: number;
  /** The document after its scripts ran, as HTML. */
  html: string;
  /** PNG of its top, where it was asked for. */
  picture?: Uint8Array;
}

/** A browser that takes pictures of pages, behind the same guard. */
export interface Photographer {
  /** What the page shows at its top, as PNG. Throws as `render` does. */
  photograph(url: string, options: { timeoutMs: number; signal?: AbortSignal }): Promise<Uint8Array>;
}

/** A browser that runs a page's scripts behind the same guard as every other request. */
export interface Renderer {
  /** Throws OutboundError where the page may not be had, or the signal's reason. */
  render(url: string, options: { timeoutMs: number; maxBytes: number; signal?: AbortSignal }): Promise<RenderedPage>;
}
