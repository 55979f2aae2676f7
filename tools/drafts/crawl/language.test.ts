import { expect, test } from "bun:test";
import { languageName, languageOf } from "./language.ts";

const of = (text: string, lang: string | null = null) =>
  languageOf({ lang, blocks: [{ tag: "p", region: "main", text }] });

const english =
  "This tool is for bakers and for the people who work with them. It makes the invoices of the night out of your delivery notes, and it sends them to the customers before they are open. That is all.";
const german =
  "Das Programm ist für Bäcker und für alle, die mit ihnen arbeiten. Es schreibt die Rechnungen der Nacht aus den Lieferscheinen und schickt sie den Kunden, bevor sie öffnen. Mehr ist nicht zu tun, und das ist gut.";

test("script of the text: takes precedence over the declared language", () => {
  expect(of("旅館のための予約台帳ソフトです。電話の予約もまとめます。", "en")).toBe("ja");
  expect(of("面向小型客栈的预订管理软件，电话与网络预订集中管理，支持多种设备。")).toBe("zh");
  expect(of("يساعد البرنامج المزارعين على متابعة الري والحصاد", "en-US")).toBe("ar");
  expect(of("Програма допомагає фермерам стежити за поливом", "uk")).toBe("uk");
  expect(of("برنامه‌ای برای مدیریت باغ و آبیاری درختان", "fa")).toBe("fa");
});

test("text in another language declared as English: detected", () => {
  expect(of(german, "en")).toBe("de");
  expect(of(german)).toBe("de");
  expect(of(english)).toBe("en");
  expect(of(english, "en-GB")).toBe("en");
});

test.each([
  [
    "fi",
    "Ohjelma on tehty pienille pajoille, ja se kertoo, mitä on tehtävä. Voit ottaa sen käyttöön heti, eikä se maksa mitään, kun pajoja on vain yksi tai kaksi, mutta muut maksavat kuukausittain.",
  ],
  [
    "cs",
    "Program je určen pro malé dílny, které se starají o kola. Hodí se také pro školy, aby věděly, která kola jsou na opravu, a nebo pro vás doma, když se vám to hodí.",
  ],
  [
    "hu",
    "A program az, amely megírja a számlákat, és egy levélben el is küldi. Nem kell hozzá semmi, csak az, hogy minden nap tudja, mit szállított, és már kész is van.",
  ],
  [
    "tr",
    "Bu program küçük atölyeler için yazıldı ve her gün ne yapılacağını söyler. Bir hesap ile daha çok kişi çalışabilir, sizin için gibi değil, herkes için olarak.",
  ],
  [
    "id",
    "Aplikasi ini dibuat untuk bengkel kecil yang ingin tahu apa yang harus dikerjakan. Anda dapat memakainya dengan mudah dan tidak perlu membayar dari awal, kami bantu di mana saja.",
  ],
])("%p in a page declared as English: detected by its words", (language, text) => {
  expect(of(text, "en")).toBe(language);
});

test("foreign name or too few words: declared language", () => {
  expect(of(`${english} 日本語`, "en")).toBe("en");
  expect(of("Hallo", "en")).toBe("en");
  expect(of("Hallo")).toBeNull();
  expect(of(english, "nl")).toBe("nl");
});

test("language names: English", () => {
  expect([languageName("de"), languageName("pt"), languageName("ja")]).toEqual(["German", "Portuguese", "Japanese"]);
});
