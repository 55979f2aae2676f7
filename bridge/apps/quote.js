import {
  button,
  callTool,
  canCall,
  element,
  heading,
  minuteOf,
  noteForModel,
  openPage,
  sendMessage,
  start,
  userText,
} from "./host.js";

const products = new Map([
  ["launch", "Launch"],
  ["billboard", "Billboard"],
  ["sections", "Listing sections"],
]);

const moneyIn = (currency) => {
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  const unit = 10 ** format.resolvedOptions().maximumFractionDigits;
  return (amount) => (amount === null ? "not known" : format.format(amount / unit));
};

const cell = (text, kind = "") => element("td", { class: kind || null }, text);

function table({ lines, net, vat, gross, currency }) {
  const money = moneyIn(currency);
  const sum = (name, amount, kind) =>
    element("tr", { class: kind }, element("th", { scope: "row", colspan: "3" }, name), cell(money(amount), "sum"));
  return element(
    "table",
    {},
    element("caption", {}, "Order items"),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ["Product", "Before VAT", "VAT", "Total"].map((name, i) =>
          element("th", { scope: "col", class: i > 0 && "sum" }, name),
        ),
      ),
    ),
    element(
      "tbody",
      {},
      lines.map((line) =>
        element(
          "tr",
          {},
          element(
            "th",
            { scope: "row" },
            line.quantity > 1 && `${line.quantity} × `,
            line.name ? userText(line.name) : (products.get(line.product) ?? line.product),
            element("small", {}, ` listing ${line.listing_id}${line.launch_week ? `, from ${line.launch_week}` : ""}`),
          ),
          cell(money(line.net), "sum"),
          cell(line.vat_rate_bp === null ? "not known" : `${line.vat_rate_bp / 100}%`, "sum"),
          cell(money(line.gross), "sum"),
        ),
      ),
    ),
    element("tfoot", {}, sum("Before VAT", net), sum("VAT", vat), sum("Total", gross, "total")),
  );
}

const why = (tax) =>
  tax && element("section", {}, element("h2", {}, "Reason for this VAT"), element("p", {}, userText(tax.reason)));

let isOrdering = false;

async function order(id) {
  if (isOrdering) return;
  isOrdering = true;
  const result = await callTool("create_checkout", { quote_id: id });
  isOrdering = false;
  const made = result?.structuredContent;
  if (!made || result.isError) return;
  void noteForModel(
    `The user accepted quote ${id} in the app: order ${made.number} is ${made.status}. Read the order with get_order.`,
  );
  if (made.checkout_url) await openPage(made.checkout_url);
}

function quote({ quote_id: id, expires_at: end, ...asked }) {
  const isOver = Date.parse(end) <= Date.now();
  const act = canCall()
    ? button("act", () => order(id), "Order and go to payment page")
    : button(
        "act",
        () => sendMessage(`I accept quote ${id}. Create the order with create_checkout.`),
        "Accept quote and request payment page",
      );
  return [
    heading(`Quote ${id}`),
    element(
      "p",
      {},
      isOver
        ? "This quote has expired. Ask for a new one."
        : `The price is valid until ${minuteOf(end)}. Nothing has been ordered yet.`,
    ),
    table(asked),
    why(asked.tax),
    !isOver && asked.dry_run !== true && element("p", { class: "acts" }, act),
  ];
}

const placed = (made) => [
  heading(`Order ${made.number}`),
  element("p", {}, userText(made.message)),
  made.sandbox && element("p", { class: "note" }, "Test order: nothing is charged."),
  table(made),
  why(made.tax),
  element(
    "p",
    { class: "acts" },
    made.checkout_url && button("act", () => openPage(made.checkout_url), "Go to payment page"),
    made.invoice_url && button("plain", () => openPage(made.invoice_url), "Open invoice"),
  ),
];

start("slipway-quote", (answer) => (answer.quote_id === undefined ? placed(answer) : quote(answer)));
