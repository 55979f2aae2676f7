import type { Site } from "./serve.ts";

/** A domain that nobody uses, as sellers of names show it. */
export const parked: Site = {
  pages: {
    "/": `<!doctype html><html lang="en"><head><title>harborly.example</title></head><body><div class="box"><h1>harborly.example</h1>
<h2>This domain is for sale!</h2><p>Get this memorable name before someone else does. Offers from $1,900.</p><p><a href="https://names.example/offer?d=harborly.example">Make an offer</a></p>
<ul><li>Boats</li><li>Harbor Equipment</li><li>Yacht Charter</li></ul></div></body></html>`,
  },
};
