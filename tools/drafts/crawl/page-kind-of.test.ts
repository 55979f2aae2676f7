import { expect, test } from "bun:test";
import { pageKindOf } from "./page-kind-of.ts";

test("page kind: from URL or link text in any language and spelling", () => {
  const kindOf = (path: string, text = "") => pageKindOf(path.split("/").filter(Boolean), text)?.name ?? null;
  expect(kindOf("planos.html")).toBe("pricing");
  expect(kindOf("precos")).toBe("pricing");
  expect(kindOf("p/7", "Preços")).toBe("pricing");
  expect(kindOf("nos-tarifs")).toBe("pricing");
  expect(kindOf("fiyatlar")).toBe("pricing");
  expect(kindOf("fiyatlandirma.html")).toBe("pricing");
  expect(kindOf("uber-uns")).toBe("about");
  expect(kindOf("x", "Про нас")).toBe("about");
  expect(kindOf("hilfe")).toBe("help");
  expect(kindOf("hilfe.html", "Hilfe & FAQ")).toBe("faq");
  expect(kindOf("help-center", "Întrebări frecvente")).toBe("faq");
  expect(kindOf("preise", "Preise & FAQ")).toBe("pricing");
  expect(kindOf("san-pham.html")).toBe("goods");
  expect(kindOf("x", "よくあるご質問")).toBe("faq");
  expect(kindOf("x", "How a price is made up of many parts")).toBeNull();
});
