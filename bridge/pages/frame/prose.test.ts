import { expect, test } from "bun:test";
import { html } from "./html.ts";
import { prose } from "./prose.ts";

const shown = (text: string) => String(html`${prose(text)}`).replaceAll("\n", "");

test("blank lines separate paragraphs, and other line breaks are kept", () => {
  expect(shown("One\ntwo\n\n\n  three\n")).toBe('<p dir="auto">One<br>two</p><p dir="auto">three</p>');
  expect(shown(" \n ")).toBe("");
});

test("lines that begin with a bullet become a list, whatever surrounds them", () => {
  expect(shown("It has:\n- albums\n* search\n\n• links\nNothing else.")).toBe(
    '<p dir="auto">It has:</p><ul class="bullets" dir="auto"><li>albums</li><li>search</li><li>links</li></ul><p dir="auto">Nothing else.</p>',
  );
});

test("a minus sign, a rule or a lone dash is no bullet", () => {
  expect(shown("-5 degrees\n--\n-")).toBe('<p dir="auto">-5 degrees<br>--<br>-</p>');
});

test("items are escaped", () => {
  expect(shown("- <img src=x onerror=alert(1)>")).toContain("<li>&lt;img src=x onerror=alert(1)&gt;</li>");
});
