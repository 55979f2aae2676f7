import { createSocket } from "node:dgram";
import { once } from "node:events";
import { answer, startPeer } from "../support/fakes/peers.ts";

/** Ways for a script to reach a server. Each gets `host:port` of its own listener. */
const ways: Record<string, { script(authority: string): string; isUdp?: boolean }> = {
  preconnect: { script: (to) => add("link", { rel: "preconnect", href: `http://${to}/` }) },
  fetch: { script: (to) => `fetch("http://${to}/", { mode: "no-cors" })` },
  "fetch by POST": { script: (to) => `fetch("http://${to}/", { method: "POST", mode: "no-cors", body: "x" })` },
  "fetch by name": { script: (to) => `fetch("http://${to.replace("127.0.0.1", "localhost")}/", { mode: "no-cors" })` },
  "fetch by TLS": { script: (to) => `fetch("https://${to}/", { mode: "no-cors" })` },
  XMLHttpRequest: {
    script: (to) => `const x = new XMLHttpRequest(); x.open("GET", "http://${to}/"); x.send()`,
  },
  EventSource: { script: (to) => `new EventSource("http://${to}/")` },
  beacon: { script: (to) => `navigator.sendBeacon("http://${to}/", "x")` },
  image: { script: (to) => `new Image().src = "http://${to}/"` },
  video: { script: (to) => add("video", { src: `http://${to}/`, preload: "auto" }) },
  script: { script: (to) => add("script", { src: `http://${to}/` }) },
  module: { script: (to) => `import("http://${to}/")` },
  stylesheet: { script: (to) => add("link", { rel: "stylesheet", href: `http://${to}/` }) },
  font: { script: (to) => `new FontFace("f", "url(http://${to}/)").load()` },
  iframe: { script: (to) => add("iframe", { src: `http://${to}/` }) },
  object: { script: (to) => add("object", { data: `http://${to}/` }) },
  embed: { script: (to) => add("embed", { src: `http://${to}/` }) },
  prefetch: { script: (to) => add("link", { rel: "prefetch", href: `http://${to}/` }) },
  preload: { script: (to) => add("link", { rel: "preload", as: "script", href: `http://${to}/` }) },
  icon: { script: (to) => add("link", { rel: "icon", href: `http://${to}/` }) },
  form: {
    script: (to) => `const f = document.createElement("form");
      Object.assign(f, { method: "post", action: "http://${to}/", target: "frame" });
      ${add("iframe", { name: "frame" })}; document.body.append(f); f.submit()`,
  },
  worker: {
    script: (to) => `new Worker(URL.createObjectURL(new Blob(["fetch('http://${to}/', { mode: 'no-cors' })"])))`,
  },
  "shared worker": {
    script: (to) => `new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://${to}/', { mode: 'no-cors' })"])))`,
  },
  "service worker": { script: (to) => `navigator.serviceWorker?.register("/service-worker?${to}")` },
  WebSocket: { script: (to) => `new WebSocket("ws://${to}/")` },
  "WebSocket by TLS": { script: (to) => `new WebSocket("wss://${to}/")` },
  STUN: { script: (to) => peerConnection(`stun:${to}`), isUdp: true },
  "TURN by TCP": { script: (to) => peerConnection(`turn:${to}?transport=tcp`) },
  WebTransport: { script: (to) => `new WebTransport("https://${to}/")`, isUdp: true },
  // Last, because it hides the page, and hidden pages load no media.
  popup: { script: (to) => `setTimeout(() => open("http://${to}/"), 500)` },
};

const add = (tag: string, properties: Record<string, string>) =>
  `document.${tag === "link" ? "head" : "body"}.append(Object.assign(document.createElement("${tag}"), ${JSON.stringify(properties)}))`;

/** Contacts a STUN or TURN server. */
export const peerConnection = (url: string) => `
  const p = new RTCPeerConnection({ iceServers: [{ urls: "${url}", username: "u", credential: "c" }] });
  p.createDataChannel("d"); p.createOffer().then((offer) => p.setLocalDescription(offer))`;

export type Probes = Awaited<ReturnType<typeof startProbes>>;

/** Starts listeners on 127.0.0.1 and returns the script that tries to reach them. */
export async function startProbes() {
  const listeners = await Promise.all(
    Object.entries(ways).map(async ([name, { script, isUdp }]) => {
      const listener = isUdp ? await listenUdp() : await listenTcp();
      return { name, script: script(`127.0.0.1:${listener.port}`), ...listener };
    }),
  );
  // Separate functions, so that an unsupported way does not stop the others.
  const tries = listeners.map(({ script }) => `(async () => { ${script} })().catch(() => {});`);
  return {
    names: listeners.map(({ name }) => name),
    /** Belongs at the end of the body. */
    script: tries.join("\n"),
    serviceWorker: (authority: string) => `fetch("http://${authority}/", { mode: "no-cors" })`,
    /** Names of the listeners that were reached since the last call. */
    reached: () => listeners.filter(({ heard }) => heard() > 0).map(({ name }) => name),
    stop: () => listeners.forEach(({ stop }) => void stop()),
  };
}

function sinceLast(total: () => number): () => number {
  let before = 0;
  return () => {
    const more = total() - before;
    before = total();
    return more;
  };
}

async function listenTcp() {
  const peer = await startPeer(answer("secret", { headers: { "access-control-allow-origin": "*" } }));
  return { port: peer.port, heard: sinceLast(() => peer.connections), stop: peer.stop };
}

async function listenUdp() {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  let packets = 0;
  socket.on("message", () => {
    packets++;
  });
  return { port: socket.address().port, heard: sinceLast(() => packets), stop: () => void socket.close() };
}
