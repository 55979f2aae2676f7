import { picture } from "./pictures.ts";
import type { Site } from "./serve.ts";

const graph = {
  "@context": "https://schema.org",
  "@graph": [
    {
      "@type": "Organization",
      "@id": "{{origin}}/#org",
      name: "Quillmark Labs",
      url: "{{origin}}/",
      logo: { "@type": "ImageObject", url: "{{origin}}/brand/square.png", width: 512, height: 512 },
      sameAs: ["https://github.com/quillmark", "https://x.com/quillmark", "https://www.youtube.com/@quillmark"],
    },
    {
      "@type": "SoftwareApplication",
      name: "Quillmark",
      applicationCategory: "BusinessApplication",
      operatingSystem: "macOS, Windows, Web",
      description: "Quillmark collects signatures on contracts and proves later who signed what and when.",
      offers: [
        { "@type": "Offer", name: "Solo", price: "0", priceCurrency: "EUR" },
        { "@type": "Offer", name: "Studio", price: "12.00", priceCurrency: "EUR" },
      ],
      aggregateRating: { "@type": "AggregateRating", ratingValue: "4.6", reviewCount: "188" },
    },
  ],
};
const questions = {
  "@context": "https://schema.org",
  "@type": "FAQPage",
  mainEntity: [
    {
      "@type": "Question",
      name: "Is a signature made with Quillmark valid in court?",
      acceptedAnswer: { "@type": "Answer", text: "Yes. It is an advanced electronic signature under eIDAS." },
    },
    {
      "@type": "Question",
      name: "Do the people who sign need an account?",
      acceptedAnswer: { "@type": "Answer", text: "No, they only need the link and a phone." },
    },
  ],
};

const page = (title: string, body: string, ...things: (object | string)[]) => `<!doctype html><html lang="en-GB"><head>
<title>${title}</title><meta name="application-name" content="Quillmark">
<meta property="og:title" content="Quillmark: signatures that hold"><meta property="og:image" content="{{origin}}/brand/share.png">
<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">
${things.map((thing) => `<script type="application/ld+json">${typeof thing === "string" ? thing : JSON.stringify(thing)}</script>`).join("\n")}
</head><body><header><nav><a href="/features/">Features</a><a href="/pricing/">Pricing</a><a href="/help/faq/">FAQ</a></nav></header>
<main>${body}</main></body></html>`;

/** A site that says most of itself in schema.org terms; one of its scripts is broken. */
export const structuredData: Site = {
  pages: {
    "/": page(
      "Quillmark: signatures that hold",
      "<h1>Signatures that hold</h1><p>Send a contract, get it back signed, keep the proof for ten years.</p>",
      graph,
      '{"@type":"Product", broken',
      '<!-- {"@context":"https://schema.org","@type":"WebSite","name":"Quillmark"} -->',
    ),
    "/features/": page(
      "Features – Quillmark",
      "<h1>Features</h1><ul><li>Templates with fields for each signer</li><li>Signing by phone, without an account</li><li>An audit trail sealed every night</li></ul>",
    ),
    "/pricing/": page(
      "Pricing – Quillmark",
      "<h1>Pricing</h1><p>Solo is free for three documents a month. Studio costs 12 € a month and person.</p>",
    ),
    "/help/faq/": page("FAQ – Quillmark", "<h1>Questions</h1><p>Answers to what lawyers ask first.</p>", questions),
    "/brand/square.png": { body: await picture("#3b2a7a", 512), headers: { "content-type": "image/png" } },
    "/brand/share.png": { body: await picture("#3b2a7a", 1200, 630), headers: { "content-type": "image/png" } },
  },
};
