import { picture } from "./pictures.ts";
import type { Site } from "./serve.ts";

/** One page for a mobile application; what there is to do is to install it. */
export const mobileApp: Site = {
  pages: {
    "/": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mossary: know your moss</title>
<meta name="viewport" content="width=device-width"><meta name="apple-itunes-app" content="app-id=1500000001">
<meta name="description" content="Mossary tells 1,100 mosses and liverworts apart from a photo, also without a signal.">
<meta property="og:image" content="/square.png"><meta property="og:image:width" content="600"><meta property="og:image:height" content="600"></head>
<body><section class="hero"><h1>Know your moss</h1><p>Mossary tells 1,100 mosses and liverworts apart from a photo. Made with botanists, made for rain: it works offline and with gloves.</p>
<a href="https://apps.apple.com/gb/app/mossary/id1500000001"><img src="/badges/ios.svg" alt="Download on the App Store"></a>
<a href="https://play.google.com/store/apps/details?id=org.mossary.app&amp;utm_source=site"><img src="/badges/android.svg" alt="Get it on Google Play"></a></section>
<section id="features"><h2>What is inside</h2><ul><li>Keys and photos for 1,100 species</li><li>Finds go to the national recording scheme</li><li>No account, no ads</li></ul></section>
<section id="faq"><h2>Is it really free?</h2><p>Yes. A foundation pays for it.</p></section>
<footer><a href="#features">Features</a> <a href="/privacy">Privacy</a> <a href="mailto:moss@mossary.example?subject=Hello">Write to us</a></footer></body></html>`,
    "/privacy": "<!doctype html><title>Privacy</title><h1>Privacy</h1>",
    "/square.png": { body: await picture("#3d7a2a", 600), headers: { "content-type": "image/png" } },
  },
};
