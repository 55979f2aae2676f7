// A host of MCP Apps, based on the official bridge. Tests read the app's requests from `requests`.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

let bridge;
window.requests = [];
const record = (kind) => async (params) => {
  window.requests.push({ kind, ...params });
  return window.refuses ? { isError: true } : {};
};

/** Shows an app in a new frame and resolves when it is ready. */
window.showApp = async ({ url, hostContext, canCall }) => {
  await bridge?.close();
  window.requests.length = 0;
  window.refuses = false;
  const frame = document.createElement("iframe");
  frame.title = "App";
  frame.setAttribute("sandbox", "allow-scripts");
  document.body.replaceChildren(frame);
  const capabilities = { openLinks: {}, ...(canCall && { serverTools: {} }) };
  bridge = new AppBridge(null, { name: "host", version: "1" }, capabilities, { hostContext });
  const ready = new Promise((resolve) => {
    bridge.oninitialized = resolve;
  });
  bridge.onopenlink = record("open");
  bridge.onmessage = record("message");
  bridge.onupdatemodelcontext = record("context");
  bridge.oncalltool = ({ name, arguments: input }) => window.callTool(name, input);
  bridge.onsizechange = ({ height }) => {
    frame.style.height = `${height}px`;
  };
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = url;
  await ready;
};

window.giveResult = async (input, result) => {
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result);
};
window.changeContext = (context) => bridge.sendHostContextChange(context);
window.endApp = () => bridge.teardownResource({});
