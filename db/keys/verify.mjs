/**
 * Verifies the published ballots, the chain of manifests and the files of a Slipway directory. It needs no other file:
 *
 *   node verify.mjs <URL of the site or of a closed week> [--key <public key>] [--after <file>]
 *
 * It runs with Node 20 or later, with Bun, and in browsers, where only `checkBallots` is used.
 */

/** Canonical JSON (RFC 8785): no spaces, and member names sorted by their UTF-16 code units. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

const bytesOf = (text) => new TextEncoder().encode(text);
const bytesIn = (base64url) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

export async function sha256(bytes) {
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns true if the signature matches the value and the public key given with it. */
async function isSigned(value, signature) {
  const key = bytesIn(String(signature?.public_key));
  const imported = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
  return crypto.subtle.verify("Ed25519", imported, bytesIn(String(signature.value)), bytesOf(canonical(value)));
}

const isSignedSafely = (value, signature) =>
  isSigned(value, signature).catch((error) => {
    // Other faults of the key or the signature mean that the signature is not valid.
    if (error.name === "NotSupportedError") throw new Error("This program cannot check Ed25519 signatures.");
    return false;
  });

/**
 * Returns the keys of a list with the time when each was replaced; null for the current one. Returns an empty map if the
 * list is forged: both the former and the new key sign each change.
 */
async function keysIn(list) {
  const keys = new Map([[list.public_key, null]]);
  let newer = list.public_key;
  for (const { change, signatures } of list.changes) {
    for (const [i, key] of [change.from, change.to].entries())
      if (signatures[i]?.public_key !== key || !(await isSignedSafely(change, signatures[i]))) return new Map();
    if (change.to !== newer || keys.has(change.from)) return new Map();
    keys.set(change.from, change.at);
    newer = change.from;
  }
  return keys;
}

function placesOf(order) {
  return new Map(order.map(({ listing_id }, i) => [listing_id, i + 1]));
}

/** Recounts the ballots of a week. Returns one sentence for each difference from the published ranks. */
export function recount({ ballots, without_ballots, listings, starts_at, ends_at }) {
  const faults = [];
  const counts = new Map();
  const add = (id, votes, at) => {
    const known = counts.get(id) ?? { votes: 0, lastAt: "" };
    known.votes += votes;
    if (at > known.lastAt) known.lastAt = at;
    counts.set(id, known);
  };
  for (const { listing_id, votes, voted_at } of without_ballots) add(listing_id, votes, voted_at);
  const seen = new Set();
  for (const { voter, listing_id, cast_at, excluded } of ballots) {
    const name = `${voter} ${listing_id}`;
    if (seen.has(name)) faults.push(`voter ${voter} has more than one ballot for listing ${listing_id}`);
    seen.add(name);
    if (cast_at < starts_at || cast_at >= ends_at)
      faults.push(`the ballot of voter ${voter} for listing ${listing_id} was not cast in the week`);
    if (excluded === null) add(listing_id, 1, cast_at);
  }
  const known = new Set(listings.map(({ listing_id }) => listing_id));
  for (const id of counts.keys())
    if (!known.has(id)) faults.push(`listing ${id} has votes, but the file does not list it`);
  // Listings with equal votes rank by the time when they reached that number, then by id.
  const before = (a, b) => {
    const [one, other] = [counts.get(a.listing_id), counts.get(b.listing_id)];
    if (one.votes !== other.votes) return other.votes - one.votes;
    if (one.lastAt !== other.lastAt) return one.lastAt < other.lastAt ? -1 : 1;
    return a.listing_id - b.listing_id;
  };
  const order = listings.filter(({ is_live, listing_id }) => is_live && counts.has(listing_id)).sort(before);
  const ranks = placesOf(order);
  const launchRanks = placesOf(order.filter(({ is_launch }) => is_launch));
  for (const { listing_id, slug, votes, rank, launch_rank } of listings) {
    const compare = (what, published, counted) => {
      if (published !== counted)
        faults.push(`${slug}: ${what} ${published ?? "none"} published, ${counted ?? "none"} counted`);
    };
    compare("votes", votes, counts.get(listing_id)?.votes ?? 0);
    compare("rank", rank, ranks.get(listing_id) ?? null);
    compare("rank among the launches", launch_rank, launchRanks.get(listing_id) ?? null);
  }
  return faults;
}

function keyFault(keys, key, at) {
  if (!keys.has(key)) return "was not signed with a key of the site's list of keys";
  const replacedAt = keys.get(key);
  return replacedAt !== null && replacedAt < at && `was signed with a key that was replaced at ${replacedAt}`;
}

async function signatureFaults(value, signature, keys, at) {
  if (!(await isSignedSafely(value, signature))) return ["the signature does not match"];
  const fault = keyFault(keys, signature.public_key, at);
  return fault ? [fault] : [];
}

/** Checks the signature of a week's ballots and recounts them. `list` is the site's list of keys. */
export async function checkBallots(text, list) {
  try {
    const { snapshot, signature } = JSON.parse(text);
    const faults = await signatureFaults(snapshot, signature, await keysIn(list), snapshot.ends_at);
    return { snapshot, signature, faults: [...faults, ...recount(snapshot)] };
  } catch (error) {
    if (error.message.startsWith("This program")) throw error;
    return { snapshot: null, signature: null, faults: ["the file is not a file of ballots"] };
  }
}

/** Verifies a site. `get` returns the bytes at a URL, or null. Returns what was checked and all faults. */
export async function verify(url, { key, after, get = download, now = new Date() }) {
  const base = new URL(url).origin;
  const faults = [];
  const checked = [];
  const fault = (about, sentences) => faults.push(...sentences.map((sentence) => `${about}: ${sentence}`));
  const text = async (path) => {
    const bytes = await get(new URL(path, `${base}/`).href);
    return bytes && new TextDecoder().decode(bytes);
  };
  const json = async (path) => {
    try {
      return JSON.parse((await text(path)) ?? "null");
    } catch {
      return null;
    }
  };

  const list = (await json("/ranking/keys.json")) ?? { public_key: "", changes: [] };
  const keys = await keysIn(list).catch(() => new Map());
  if (keys.size === 0) fault("keys", ["the list of keys is missing, or a former key did not sign its successor"]);
  const kept = after === undefined ? null : await readKept(after);
  for (const known of [key, kept?.key])
    if (known !== undefined && !keys.has(known))
      fault("keys", [`the key ${known} does not confirm the present key ${list.public_key}`]);
  if (kept && !kept.isSound) fault("the file kept earlier", ["its signature does not match"]);

  await checkWeeks();
  await checkData();
  if (kept && !kept.isFound) fault("the file kept earlier", ["the chain does not contain it, so the past was changed"]);
  return { faults, checked, isConfirmed: key !== undefined || kept !== null };

  async function checkWeeks() {
    const named = /\/launches\/(\d{4}-W\d\d)/.exec(url)?.[1];
    const first = named ?? weekBefore(now);
    let expected = null;
    for (let week = first; week; ) {
      const path = `/launches/${week}/ballots.json`;
      const found = await text(path);
      if (found === null) {
        if (named || expected) fault(`week ${week}`, [`${path} is missing`]);
        return;
      }
      const hash = await sha256(bytesOf(found));
      if (expected !== null && hash !== expected)
        fault(`week ${week}`, ["the file is not the one that the next week names: its SHA-256 differs"]);
      if (kept && kept.hash === hash) kept.isFound = true;
      const { snapshot, faults: own } = await checkBallots(found, list);
      fault(`week ${week}`, own);
      if (snapshot === null) return;
      if (snapshot.week !== week) fault(`week ${week}`, [`the file is of the week ${snapshot.week}`]);
      if (week === first) await compareShown(snapshot);
      checked.push(`week ${week}: ${snapshot.ballots.length} ballots for ${snapshot.listings.length} listings`);
      // A week in a circle would never end.
      if (snapshot.previous && !(/^\d{4}-W\d\d$/.test(snapshot.previous.week) && snapshot.previous.week < week))
        return fault(`week ${week}`, ["the week before is not earlier"]);
      ({ week, sha256: expected } = snapshot.previous ?? { week: null, sha256: null });
    }
  }

  async function compareShown({ week, listings }) {
    const shown = await json(`/api/v1/launches/weeks/${week}`);
    const ranks = new Map(listings.map((listing) => [listing.listing_id, listing.launch_rank]));
    for (const { id, slug, rank } of shown?.items ?? [])
      if (ranks.has(id) && ranks.get(id) !== rank)
        fault(`week ${week}`, [`${slug}: rank ${rank} shown, ${ranks.get(id)} by the ballots`]);
  }

  async function checkData() {
    const line = /^# Download all public data: (\S+)$/m.exec((await text("/robots.txt")) ?? "");
    if (line === null) return;
    const folder = new URL(".", new URL(line[1]).pathname === "/" ? base : new URL(new URL(line[1]).pathname, base))
      .href;
    let next = null;
    for (let path = `${folder}manifest.json`; path; ) {
      const about = next === null ? "manifest" : `manifest before ${next.generated_at}`;
      const found = await text(path);
      if (found === null) return fault(about, [`${path} is missing`]);
      const hash = await sha256(bytesOf(found));
      if (next !== null && hash !== next.previous_sha256)
        fault(about, ["it is not the one that the next manifest names: its SHA-256 differs"]);
      if (kept && kept.hash === hash) kept.isFound = true;
      let manifest;
      let signature;
      try {
        ({ signature, ...manifest } = JSON.parse(found));
        fault(about, await signatureFaults(manifest, signature, keys, manifest.generated_at));
      } catch {
        return fault(about, ["the file is not a manifest"]);
      }
      if (next && (manifest.generated_at >= next.generated_at || manifest.site !== next.site))
        return fault(about, ["it is of another site or not older than the next manifest"]);
      if (next && manifest.epoch === next.epoch && manifest.seq > next.seq) fault(about, ["its seq is later"]);
      if (next === null) await checkFiles(manifest, folder);
      checked.push(`manifest of ${manifest.generated_at}`);
      next = manifest;
      path = manifest.previous_sha256 && `${folder}manifests/${manifest.previous_sha256}.json`;
    }
  }

  async function checkFiles({ files }, folder) {
    for (const { path, sha256: expected, bytes, count } of files) {
      // The manifest must not lead this program to other servers.
      const content = /^[\w-]+\/[\w.-]+$/.test(path) ? await get(new URL(path, folder).href) : null;
      if (content === null) fault(path, ["the file is missing"]);
      else if (content.length !== bytes || (await sha256(content)) !== expected)
        fault(path, ["the file differs from the manifest: its size or SHA-256 is another"]);
      else if (path.endsWith(".ndjson.gz") && (await linesIn(content)) !== count)
        fault(path, [`the file does not have the ${count} records that the manifest names`]);
      else checked.push(`${path}: ${count} records`);
    }
  }
}

/** Returns the last week that has ended (ISO 8601). */
function weekBefore(now) {
  const day = new Date(now.getTime() - 7 * 86_400_000);
  // The Thursday of a week is in the year of the week.
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const number = Math.ceil(((day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / 86_400_000 + 1) / 7);
  return `${day.getUTCFullYear()}-W${String(number).padStart(2, "0")}`;
}

async function readKept(bytes) {
  const { snapshot, signature, ...manifest } = JSON.parse(new TextDecoder().decode(bytes));
  const isSound = await isSignedSafely(snapshot ?? manifest, signature);
  return { key: signature?.public_key, hash: await sha256(bytes), isSound, isFound: false };
}

async function linesIn(gzipped) {
  const lines = new Blob([gzipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  let count = 0;
  for await (const chunk of lines) for (const byte of chunk) if (byte === 10) count++;
  return count;
}

async function download(url) {
  const response = await fetch(url);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

const usage = `Use: verify <URL> [--key <public key>] [--after <file>]

  <URL>    the site, or one closed week of it, such as https://example.org/launches/2026-W47
  --key    the public key that you know to be the site's
  --after  ballots or a manifest that you kept earlier`;

async function main(args) {
  const { readFile } = await import("node:fs/promises");
  const { parseArgs } = await import("node:util");
  const options = { key: { type: "string" }, after: { type: "string" } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length !== 1 || !URL.canParse(positionals[0])) throw new Error(usage);
  const after = values.after === undefined ? undefined : new Uint8Array(await readFile(values.after));
  const { faults, checked, isConfirmed } = await verify(positionals[0], { key: values.key, after });
  // Text of the site could otherwise control the terminal.
  const print = (text) => console.log(text.replace(/\p{Cc}/gu, "?"));
  for (const one of checked) print(`checked: ${one}`);
  for (const one of faults) print(`FAULT: ${one}`);
  if (faults.length > 0) console.log(`${faults.length} faults. Do not trust this data.`);
  else if (checked.length === 0) console.log("There is nothing to verify at this URL: no closed week and no files.");
  else if (isConfirmed) console.log("Consistent, and the key is confirmed.");
  else
    console.log(
      "Consistent, but the key is not confirmed. Repeat with --key or --after, because a site could replace its key and sign everything again.",
    );
  return faults.length > 0 || checked.length === 0 ? 1 : 0;
}

if (typeof process !== "undefined" && (import.meta.main ?? process.argv[1]?.endsWith("verify.mjs")))
  main(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      console.error(error.message);
      process.exitCode = 2;
    },
  );
