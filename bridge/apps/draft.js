import {
  button,
  callTool,
  canCall,
  dayOf,
  element,
  given,
  heading,
  link,
  minuteOf,
  openPage,
  start,
  tellModel,
  words,
} from "./host.js";

const labels = new Map(Object.entries(given.labels));

const statuses = new Map([
  ["crawling", "The site is being read."],
  ["drafting", "The texts are being written."],
  ["ready", "Written, to be read by you."],
  ["failed", "It could not be written."],
  ["submitted", "It is a listing now."],
  ["expired", "It was not used in time."],
]);

const isFilled = (value) => value !== null && Object.keys(value).length > 0;

function valueParts(value) {
  if (typeof value === "string") return element("p", { class: "text" }, value);
  if (!Array.isArray(value))
    return element(
      "ul",
      {},
      Object.entries(value).map(([name, url]) => element("li", {}, words(`${name}: `), words(url))),
    );
  if (typeof value[0] === "string")
    return element(
      "ul",
      { class: "tags" },
      value.map((one) => element("li", {}, one)),
    );
  return element(
    "dl",
    {},
    value.map(({ question, answer }) => [element("dt", {}, question), element("dd", {}, answer)]),
  );
}

const proofOf =
  (value) =>
  ({ url, quote, fetched_at: at }) => [
    element("blockquote", {}, quote === value ? "Word for word what the site says." : quote),
    element("p", { class: "from" }, link(url), ", read ", element("time", {}, dayOf(at))),
  ];

function fieldOf(name, { fields, evidence, edited_fields: edited }) {
  const proofs = evidence?.[name] ?? [];
  const none = edited.includes(name) ? "Written by hand." : "No words of the site stand behind this: make sure of it.";
  return element(
    "section",
    { class: "field" },
    element("div", {}, element("h3", {}, labels.get(name) ?? name), valueParts(fields[name])),
    element(
      "div",
      { class: "proof" },
      element("h4", {}, "Where it is from"),
      proofs.length > 0 ? proofs.map(proofOf(fields[name])) : element("p", {}, none),
      proofs.length > 0 && edited.includes(name) && element("p", {}, "Changed by hand since."),
    ),
  );
}

const listOf = (title, kind, items) =>
  items.length > 0 && element("section", { class: kind }, element("h2", {}, title), element("ul", {}, items));

function review(draft) {
  const { id, url, status, fields, missing, warnings, poll_after_ms: poll, progress, error } = draft;
  const names = Object.keys(fields).filter((name) => isFilled(fields[name]));
  const canSubmit = status === "ready" && missing.length === 0 && draft.listing_id === null;
  return [
    heading(words(fields.name || "Draft"), ` · draft ${id}`),
    element("p", {}, words(url), element("br"), statuses.get(status) ?? status),
    status === "ready" && element("p", { class: "from" }, `Kept until ${minuteOf(draft.expires_at)}`),
    poll !== null &&
      status !== "ready" &&
      element(
        "p",
        {},
        element("progress", { max: progress.of, value: progress.step, "aria-label": "How far it is" }),
        ` ${progress.step} of ${progress.of}: ${progress.note}`,
      ),
    error && element("p", { class: "bad", role: "alert" }, words(error.message)),
    listOf(
      "Missing before it can be a listing",
      "bad",
      missing.map(({ field, message, fix }) =>
        element(
          "li",
          {},
          element("strong", {}, labels.get(field) ?? field),
          " ",
          words(message),
          fix && element("br"),
          fix && words(fix),
        ),
      ),
    ),
    listOf(
      "To look at",
      "note",
      warnings.map(({ message }) => element("li", {}, message)),
    ),
    names.length > 0 && element("h2", {}, "Texts"),
    names.map((name) => fieldOf(name, draft)),
    element(
      "p",
      { class: "acts" },
      canSubmit &&
        button(
          "act",
          () => tellModel(`I have read draft ${id} and its texts are right. Make it a listing with submit_draft.`),
          "The texts are right: submit it",
        ),
      button(
        canSubmit ? "plain" : "act",
        () => openPage(`${given.base}/account/drafts/${id}`),
        "Read and edit it on the site",
      ),
      poll !== null && canCall() && button("plain", () => callTool("get_draft", { id }), "Look again"),
    ),
  ];
}

start("slipway-draft", review);
