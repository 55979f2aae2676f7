import { expect, test } from "bun:test";
import { joinedItems, toldBelow } from "./feature-text.ts";

test.each([
  ["Keeps every note as a text file in your folder", "Keeps every note as a text file in your folder"],
  ["Ein Ordner.", ""],
  ["2D plans, DWG and DXF import, As-Built", "2D plans, DWG and DXF import, As-Built"],
  ["快速合并多个CSV文件，智能处理表头，保留数据完整性", "快速合并多个CSV文件，智能处理表头，保留数据完整性"],
  ["Every day from 09:00 until late in the night", ""],
  ["Only $5 for each of your notes", ""],
  ["Jane Doe, Anna Roe", ""],
  ["Short words only", ""],
])("%p below a heading: %p", (text, told) => {
  expect(toldBelow(text, "Fernleaf")).toBe(told);
});

const items = (...texts: string[]) => texts.map((text) => ({ tag: "li", region: "main" as const, text }));

test("short items: joined in one line; long items and single words: not", () => {
  expect(joinedItems(items("✓ Full accounts.", "Tax returns", "Pay slips"), "Fernleaf")).toBe(
    "Full accounts; Tax returns; Pay slips",
  );
  expect(joinedItems(items("帳簿の記帳", "税金の申告"), "Fernleaf")).toBe("帳簿の記帳、税金の申告");
  expect(joinedItems(items("Full accounts"), "Fernleaf")).toBe("");
  expect(joinedItems(items("Deutsch", "English", "Español"), "Fernleaf")).toBe("");
  expect(joinedItems(items("Full accounts", "word ".repeat(30)), "Fernleaf")).toBe("");
});
