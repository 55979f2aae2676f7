import {
  button,
  callTool,
  canCall,
  config,
  dayOf,
  element,
  heading,
  link,
  minuteOf,
  openPage,
  sendMessage,
  start,
  userText,
} from "./host.js";

const labels = new Map(Object.entries(config.labels));

const statuses = new Map([
  ["crawling", "Slipway is reading the website."],
  ["drafting", "Slipway is writing the draft."],
  ["ready", "The draft is ready for your review."],
  ["failed", "The draft could not be written."],
  ["submitted", "The draft has become a listing."],
  ["expired", "The draft has expired."],
]);

const isFilled = (value) => value !== null && Object.keys(value).length > 0;

function valueParts(value) {
  if (typeof value === "string") return element("p", { class: "text" }, value);
  if (!Array.isArray(value))
    return element(
      "ul",
      {},
      Object.entries(value).map(([name, url]) => element("li", {}, userText(`${name}: `), userText(url))),
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
    element("blockquote", {}, quote === value ? "The same words as on the website." : quote),
    element("p", { class: "from" }, link(url), ", read ", element("time", {}, dayOf(at))),
  ];

function fieldOf(name, { fields, evidence, edited_fields: edited }) {
  const proofs = evidence?.[name] ?? [];
  const none = edited.includes(name) ? "Written by the owner." : "Not found on the website. Check this text carefully.";
  return element(
    "section",
    { class: "field" },
    element("div", {}, element("h3", {}, labels.get(name) ?? name), valueParts(fields[name])),
    element(
      "div",
      { class: "proof" },
      element("h4", {}, "Source"),
      proofs.length > 0 ? proofs.map(proofOf(fields[name])) : element("p", {}, none),
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
    heading(userText(fields.name || "Draft"), ` · draft ${id}`),
    element("p", {}, userText(url), element("br"), statuses.get(status) ?? status),
    status === "ready" && element("p", { class: "from" }, `Kept until ${minuteOf(draft.expires_at)}`),
    poll !== null &&
      status !== "ready" &&
      element(
        "p",
        {},
        element("progress", { max: progress.of, value: progress.step, "aria-label": "Progress" }),
        ` ${progress.step} of ${progress.of}: ${progress.note}`,
      ),
    error && element("p", { class: "bad", role: "alert" }, userText(error.message)),
    listOf(
      "Still needed before you can submit the draft",
      "bad",
      missing.map(({ field, message, fix }) =>
        element(
          "li",
          {},
          element("strong", {}, labels.get(field) ?? field),
          " ",
          userText(message),
          fix && element("br"),
          fix && userText(fix),
        ),
      ),
    ),
    listOf(
      "Please check",
      "note",
      warnings.map(({ message }) => element("li", {}, message)),
    ),
    names.length > 0 && element("h2", {}, "Listing details"),
    names.map((name) => fieldOf(name, draft)),
    element(
      "p",
      { class: "acts" },
      canSubmit &&
        button(
          "act",
          () => sendMessage(`I have reviewed draft ${id}, and it is correct. Submit it with submit_draft.`),
          "Approve and submit draft",
        ),
      button(
        canSubmit ? "plain" : "act",
        () => openPage(`${config.base}/account/drafts/${id}`),
        "Edit draft on the website",
      ),
      poll !== null && canCall() && button("plain", () => callTool("get_draft", { id }), "Check again"),
    ),
  ];
}

start("slipway-draft", review);
