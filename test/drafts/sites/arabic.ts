import { encodeAs } from "./encode.ts";
import type { Site } from "./serve.ts";

const page = (title: string, main: string) => ({
  headers: { "content-type": "text/html; charset=windows-1256" },
  body: encodeAs(
    "windows-1256",
    `<!doctype html><html lang="ar" dir="rtl"><head><title>${title}</title></head><body>
<nav><a href="/">الرئيسية</a> <a href="/about-us">من نحن</a> <a href="/asaar">الأسعار</a> <a href="/contact">اتصل بنا</a> <a href="/en/">English</a></nav>
<main>${main}</main></body></html>`,
  ),
});

/** An Arabic site, written from right to left, in windows-1256, with an English part. */
export const arabic: Site = {
  pages: {
    "/": page(
      "نخلة - إدارة مزارع النخيل",
      "<h1>برنامج لإدارة مزارع النخيل</h1><p>يساعد برنامج نخلة المزارعين على متابعة الري والتلقيح والحصاد لكل نخلة، ويعمل على الهاتف بدون اتصال بالإنترنت.</p>",
    ),
    "/about-us": page(
      "من نحن - نخلة",
      "<h1>من نحن</h1><p>نحن فريق من المهندسين والمزارعين في الأحساء، ونعمل على البرنامج منذ عام 2021.</p>",
    ),
    "/asaar": page(
      "الأسعار - نخلة",
      "<h1>الأسعار</h1><p>البرنامج مجاني حتى خمسين نخلة، وبعدها عشرون ريالا في الشهر.</p>",
    ),
    "/contact": page(
      "اتصل بنا - نخلة",
      "<h1>اتصل بنا</h1><p>اكتب لنا على العنوان salam@nakhla.example وسنرد خلال يومين.</p>",
    ),
    "/en/": "<!doctype html><html lang=en><title>Nakhla</title><h1>Nakhla manages date palms</h1>",
  },
};
