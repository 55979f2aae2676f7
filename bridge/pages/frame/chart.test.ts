import { expect, test } from "bun:test";
import { chart } from "./chart.ts";

const drawn = (kind: "count" | "rank" | "score", values: number[]) => {
  const points = values.map((value, i) => ({ at: i, value, label: `W${i}` }));
  const text = String(chart({ title: "Votes", kind, points }));
  const [, axis] = /aria-hidden="true">(.*?)<\/div>/.exec(text)!;
  return {
    text,
    line: / class="line" d="(.*?)"/.exec(text)?.[1],
    dots: / class="dots" d="(.*?)"/.exec(text)?.[1],
    axis: [...axis!.matchAll(/[\d,]+/g)].map(String),
  };
};

test("ranks: a low number is at the top; fewer than four are dots with their values instead of a line", () => {
  const { text, line, dots, axis } = drawn("rank", [1, 9]);
  expect([line, dots, axis]).toEqual([undefined, "M0 4h0M320 60.9h0", ["1", "10"]]);
  expect(text).toContain("<span>W0: <strong>1</strong></span><span>W1: <strong>9</strong></span>");
  expect(text).not.toContain('class="under"');
  expect(drawn("rank", [3]).dots).toBe("M160 18.2h0");
  expect(drawn("rank", [40, 1, 20, 40])).toMatchObject({ line: "M0 68L106.7 4L213.3 35.2L320 68", axis: ["1", "40"] });
});

test.each([
  [[0, 0, 0, 0], "5", "M0 68L106.7 68L213.3 68L320 68"],
  [[1, 2, 0, 5], "5", "M0 55.2L106.7 42.4L213.3 68L320 4"],
  [[0, 0, 0, 1101], "1,500", "M0 68L106.7 68L213.3 68L320 21"],
])("counts %p: the axis goes from 0 to %s", (values, top, line) => {
  expect(drawn("count", values)).toMatchObject({ axis: [top, "0"], line });
});

test.each([
  [[0], ["10", "0"]],
  [
    [41, 40, 41, 42],
    ["50", "30"],
  ],
  [
    [100, 99, 100, 100],
    ["100", "90"],
  ],
])("scores %p: the axis has the ends %p", (values, ends) => {
  expect(drawn("score", values).axis).toEqual(ends);
});

test("the table has all values, and texts are escaped", () => {
  const points = ["<b>", "two"].map((label, at) => ({ at, value: at, label }));
  const text = String(chart({ title: "A & B", kind: "count", points, columns: ["Day", "Votes"] }));
  expect(text).toContain('<caption class="hidden">A &amp; B</caption>');
  expect(text).toContain(
    '<tr><th scope="row">&lt;b&gt;</th><td>0</td></tr><tr><th scope="row">two</th><td>1</td></tr>',
  );
});
