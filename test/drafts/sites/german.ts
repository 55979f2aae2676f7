import { drawing } from "./pictures.ts";
import type { Site } from "./serve.ts";

const alternates = (path: string) =>
  [
    ["de", "de"],
    ["en", "en"],
    ["fr", "fr"],
    ["x-default", "en"],
  ]
    .map(([lang, folder]) => `<link rel="alternate" hreflang="${lang}" href="{{origin}}/${folder}/${path}">`)
    .join("");

const page = (
  lang: string,
  path: string,
  title: string,
  main: string,
) => `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
<title>${title}</title>${alternates(path)}<link rel="canonical" href="{{origin}}/${lang}/${path}"><link rel="icon" href="/zeichen.svg" type="image/svg+xml"></head>
<body><header><nav><a href="/de/funktionen">Funktionen</a> <a href="/de/preise">Preise</a> <a href="/de/ueber-uns">Über uns</a> <a href="/de/haeufige-fragen">Häufige Fragen</a></nav>
<nav aria-label="Sprache"><a href="/en/">English</a> <a href="/fr/">Français</a> <a href="/en/pricing">Prices</a></nav></header><main>${main}</main>
<footer><a href="/de/kontakt">Kontakt</a> <a href="/de/impressum">Impressum</a> <a href="/de/datenschutz">Datenschutz</a></footer></body></html>`;

/** A German site beside its English and French forms; the bare address leads to the German one. */
export const german: Site = {
  pages: {
    "/": { status: 302, headers: { location: "/de/" } },
    "/de/": page(
      "de",
      "",
      "Fahrtenfuchs – das Fahrtenbuch, das sich selbst schreibt",
      "<h1>Das Fahrtenbuch, das sich selbst schreibt</h1><p>Fahrtenfuchs erkennt jede Fahrt am Telefon und ordnet sie Kunden zu. Das Finanzamt bekommt eine Datei, an der es nichts auszusetzen hat.</p>",
    ),
    "/de/funktionen": page(
      "de",
      "funktionen",
      "Funktionen – Fahrtenfuchs",
      "<h1>Funktionen</h1><ul><li>Erkennt Start und Ziel ohne Knopfdruck</li><li>Trennt private von beruflichen Fahrten</li><li>Export für DATEV und Elster</li></ul>",
    ),
    "/de/preise": page(
      "de",
      "preise",
      "Preise – Fahrtenfuchs",
      "<h1>Preise</h1><p>Für ein Fahrzeug kostenlos, danach 4,90 € im Monat und Fahrzeug. Monatlich kündbar.</p>",
    ),
    "/de/ueber-uns": page(
      "de",
      "ueber-uns",
      "Über uns – Fahrtenfuchs",
      "<h1>Über uns</h1><p>Wir sind ein Team aus Kassel und fahren selbst viel zu viel Auto.</p>",
    ),
    "/de/haeufige-fragen": page(
      "de",
      "haeufige-fragen",
      "Häufige Fragen – Fahrtenfuchs",
      "<h1>Häufige Fragen</h1><h2>Läuft es auch auf dem iPhone?</h2><p>Ja, ab iOS 17, und auf Android ab Version 10.</p>",
    ),
    "/de/kontakt": page(
      "de",
      "kontakt",
      "Kontakt – Fahrtenfuchs",
      "<h1>Kontakt</h1><p>Schreiben Sie an hallo@fahrtenfuchs.example.</p>",
    ),
    "/de/impressum": page("de", "impressum", "Impressum", "<h1>Impressum</h1>"),
    "/en/": page("en", "", "Fahrtenfuchs – the logbook that writes itself", "<h1>The logbook that writes itself</h1>"),
    "/en/pricing": page("en", "pricing", "Prices", "<h1>Prices</h1>"),
    "/fr/": page("fr", "", "Fahrtenfuchs – le carnet de route", "<h1>Le carnet de route qui s'écrit tout seul</h1>"),
    "/zeichen.svg": drawing("#c2571a"),
  },
};
