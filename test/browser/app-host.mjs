// A host of MCP Apps, made of the official one's bridge: what it was asked for stands in `asked`, for the test to read.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

let bridge;
window.asked = [];
const note = (kind) => async (params) => {
  window.asked.push({ kind, ...params });
  return window.refuses ? { isError: true } : {};
};

/** Shows an app in a frame of its own; resolves once it has said that it is ready. */
window.showApp = async ({ address, hostContext, canCall }) => {
  await bridge?.close();
  window.asked.length = 0;
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
  bridge.onopenlink = note("open");
  bridge.onmessage = note("message");
  bridge.onupdatemodelcontext = note("context");
  bridge.oncalltool = ({ name, arguments: input }) => window.callTool(name, input);
  bridge.onsizechange = ({ height }) => {
    frame.style.height = `${height}px`;
  };
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = address;
  await ready;
};

window.giveResult = async (input, result) => {
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result);
};
window.changeContext = (context) => bridge.sendHostContextChange(context);
window.endApp = () => bridge.teardownResource({});
