// Code shared by our MCP Apps: the app's side of the protocol (MCP Apps 2026-01-26) and helpers that show results.
// Results contain untrusted text, so they are inserted only as text, and URLs in them never become attributes.

/** The site's URL and the labels of listing fields, inserted by apps.ts. */
export const config = JSON.parse(document.getElementById("config").textContent);

const protocolVersion = "2026-01-26";
const root = document.documentElement;
const waiting = new Map();
let lastId = 0;
let host = {};

const send = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

function request(method, params) {
  lastId += 1;
  const id = lastId;
  send({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

function finishRequest({ id, result, error }) {
  const pending = waiting.get(id);
  waiting.delete(id);
  if (error) pending?.reject(new Error(error.message));
  else pending?.resolve(result ?? {});
}

export function element(tag, attributes = {}, ...parts) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false) made.setAttribute(name, value);
  const shown = parts.flat(Number.POSITIVE_INFINITY);
  made.append(...shown.filter((part) => part !== null && part !== undefined && part !== false && part !== ""));
  return made;
}

export const userText = (text) => element("bdi", {}, String(text));

export function button(kind, act, ...parts) {
  const made = element("button", { type: "button", class: kind }, ...parts);
  made.addEventListener("click", act);
  return made;
}

export const showStatus = (text) => document.getElementById("status").replaceChildren(text);

const isWeb = (url) => /^https?:\/\//i.test(url);

/** Asks the host to open a page in the user's browser, because an app cannot navigate. */
export async function openPage(url) {
  const { isError } = isWeb(url)
    ? await request("ui/open-link", { url }).catch(() => ({ isError: true }))
    : { isError: true };
  showStatus(
    isError ? `This app is not allowed to open the page. The page's URL is ${url}` : "Opening in your browser.",
  );
}

export async function sendMessage(text) {
  const { isError } = await request("ui/message", { role: "user", content: [{ type: "text", text }] }).catch(() => ({
    isError: true,
  }));
  showStatus(
    isError ? `This app is not allowed to send messages. Write this message in the chat: ${text}` : "Sent to the chat.",
  );
}

/** Tells the model what happened in the app, if the host supports that. */
export const noteForModel = (text) =>
  request("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => {});

export const canCall = () => host.hostCapabilities?.serverTools !== undefined;

export async function callTool(name, input) {
  try {
    const result = await request("tools/call", { name, arguments: input });
    showResult(result);
    document.querySelector("h1").focus();
    return result;
  } catch (error) {
    showStatus(`The request failed: ${error.message}`);
    return null;
  }
}

export const link = (url, ...parts) =>
  isWeb(url) ? button("link", () => openPage(url), ...(parts.length > 0 ? parts : [userText(url)])) : userText(url);

const inWords = (time, parts) =>
  new Date(time).toLocaleString("en-GB", { day: "numeric", year: "numeric", timeZone: "UTC", ...parts });

export const dayOf = (time) => inWords(time, { month: "long" });
export const minuteOf = (time) => `${inWords(time, { month: "short", hour: "2-digit", minute: "2-digit" })} UTC`;

export const heading = (...parts) => element("h1", { tabindex: "-1" }, ...parts);

function problem({ detail, next_actions: actions = [] }) {
  const forPerson = actions.filter(({ who, url }) => who === "human" && isWeb(url ?? ""));
  return [
    heading("The request failed"),
    element("p", {}, userText(detail ?? "The tool returned an error.")),
    forPerson.map(({ why, url }) =>
      element(
        "p",
        {},
        userText(why),
        " ",
        button("act", () => openPage(url), "Open page"),
      ),
    ),
  ];
}

const plain = (text) => [heading("Result"), element("pre", {}, text)];

function drawResult(answer, text) {
  try {
    return answer ? render(answer) : plain(text);
  } catch {
    return plain(text);
  }
}

let render;

function showResult({ content = [], structuredContent: answer, isError }) {
  const text = content.map((part) => part.text ?? "").join("\n");
  const parts = isError ? problem({ detail: text, ...answer }) : drawResult(answer, text);
  const dryRun = answer?.dry_run === true && element("p", { class: "note" }, "Dry run: nothing was changed.");
  document.querySelector("main").replaceWith(element("main", {}, parts, dryRun));
  showStatus("");
}

/** The host's colours. They are used only if the host sets all of them, because a mixture with ours would clash. */
const colours = [
  "--color-background-primary",
  "--color-background-secondary",
  "--color-background-inverse",
  "--color-text-primary",
  "--color-text-secondary",
  "--color-text-inverse",
  "--color-text-warning",
  "--color-text-danger",
  "--color-border-primary",
];
const shapes = ["--font-sans", "--border-radius-md"];

function applyTheme({ theme, styles }) {
  if (theme === "light" || theme === "dark") root.style.colorScheme = theme;
  const variables = styles?.variables;
  if (!variables) return;
  const names = colours.every((name) => variables[name]) ? [...colours, ...shapes] : shapes;
  for (const name of names) if (variables[name]) root.style.setProperty(name, variables[name]);
}

const notificationHandlers = new Map([
  ["ui/notifications/tool-result", showResult],
  ["ui/notifications/host-context-changed", applyTheme],
  ["ui/notifications/tool-cancelled", () => showStatus("The call was cancelled.")],
]);

const emptyRequests = new Set(["ping", "ui/resource-teardown"]);

window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== "2.0") return;
  if (data.method === undefined) finishRequest(data);
  else if (data.id === undefined) notificationHandlers.get(data.method)?.(data.params ?? {});
  else if (emptyRequests.has(data.method)) send({ id: data.id, result: {} });
  else send({ id: data.id, error: { code: -32601, message: `This app does not support ${data.method}.` } });
});

export async function start(name, draw) {
  render = draw;
  host = await request("ui/initialize", {
    appInfo: { name, version: "1" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    protocolVersion,
  });
  applyTheme(host.hostContext ?? {});
  send({ method: "ui/notifications/initialized", params: {} });
  new ResizeObserver(() =>
    send({
      method: "ui/notifications/size-changed",
      params: { height: Math.ceil(root.getBoundingClientRect().height) },
    }),
  ).observe(root);
}
