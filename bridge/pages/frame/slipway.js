// Progressive enhancement: every page works without this script. The script fetches the same pages that links and forms
// lead to, and replaces parts of the current page with parts of the response.

const pauseMs = 150;

/** Returns the document at a URL, or null if the request failed or was aborted. */
async function pageAt(url, signal) {
  try {
    const response = await fetch(url, { signal, headers: { accept: "text/html" } });
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  } catch {
    return null;
  }
}

/** Returns the suggestions, or an empty list if the request failed or was aborted. */
async function suggestionsAt(url, signal) {
  try {
    const response = await fetch(url, { signal });
    return response.ok ? (await response.json()).items : [];
  } catch {
    return [];
  }
}

/** Calls `act` with the search URL after a pause in typing, and aborts the previous call. */
function whileTyping(form, input, act) {
  let timer;
  let controller = new AbortController();
  const schedule = () => {
    clearTimeout(timer);
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    timer = setTimeout(() => act(`${form.action}?${new URLSearchParams(new FormData(form))}`, signal), pauseMs);
  };
  input.addEventListener("input", schedule);
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    controller.abort();
  });
}

/** Updates the results on the search page while the visitor types. */
function searchInPlace(form, input) {
  whileTyping(form, input, async (url, signal) => {
    const found = (await pageAt(url, signal))?.getElementById("results");
    if (!found || signal.aborted) return;
    document.getElementById("results").replaceWith(found);
    history.replaceState(null, "", url);
  });
}

const openPath = (item) => location.assign(item.dataset.path);

/** Shows suggestions below the field (ARIA combobox with a listbox), and calls `pick` with the chosen one. */
function suggest(form, input, pick = openPath, isShown = () => true) {
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = `${input.id}-suggestions`;
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  input.parentElement.append(list);
  for (const [name, value] of [
    ["role", "combobox"],
    ["aria-autocomplete", "list"],
    ["aria-controls", list.id],
    ["aria-expanded", "false"],
  ])
    input.setAttribute(name, value);
  let chosen = -1;

  const close = () => show([]);
  function show(suggestions) {
    chosen = -1;
    input.removeAttribute("aria-activedescendant");
    list.replaceChildren(...suggestions.map(option));
    list.hidden = suggestions.length === 0;
    input.setAttribute("aria-expanded", String(suggestions.length > 0));
  }
  function option({ label, path }, i) {
    const item = document.createElement("li");
    item.id = `${list.id}-${i}`;
    item.className = "suggestion";
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.textContent = label;
    item.dataset.path = path;
    // `mousedown` fires before the blur event that closes the list.
    item.addEventListener("mousedown", (event) => {
      event.preventDefault();
      pick(item);
    });
    return item;
  }
  function choose(next) {
    list.children[chosen]?.setAttribute("aria-selected", "false");
    chosen = next;
    const item = list.children[chosen];
    item?.setAttribute("aria-selected", "true");
    if (item) input.setAttribute("aria-activedescendant", item.id);
    else input.removeAttribute("aria-activedescendant");
  }

  whileTyping(form, input, async (_, signal) => {
    if (input.value.trim().length < 2) return close();
    const found = await suggestionsAt(`/search/suggestions?${new URLSearchParams({ q: input.value })}`, signal);
    if (!signal.aborted && document.activeElement === input) show(found.filter(isShown));
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const count = list.children.length;
    if (count === 0) return;
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown") choose(chosen + 1 < count ? chosen + 1 : -1);
    else if (event.key === "ArrowUp") choose(chosen < 0 ? count - 1 : chosen - 1);
    else if (event.key === "Enter" && chosen >= 0) pick(list.children[chosen]);
    else return;
    event.preventDefault();
  });
}

/** Adds a copy button to a code element. */
function offerCopy(code) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  const status = document.createElement("span");
  status.className = "hidden";
  status.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(code.textContent).then(
      () => "Copied",
      () => "Copy failed",
    );
    button.textContent = status.textContent = done;
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  code.after(button, status);
}

/** Sends a vote and replaces only the vote control, so that the page does not jump. */
async function sendInPlace(event) {
  const form = event.target;
  const part = form.closest("[data-vote]");
  if (!part || form.dataset.plain) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  try {
    const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(fields) });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const next = page.querySelector(`[data-vote="${CSS.escape(part.dataset.vote)}"]`);
    if (!next) throw new Error("the response has no such control");
    part.replaceWith(next);
    next.querySelector("button")?.focus();
  } catch {
    // Submits the form normally, which shows the page with the error.
    form.dataset.plain = "true";
    form.requestSubmit(event.submitter);
  }
}

/** Keyboard shortcuts of a list of folded items. They work only while the focus is in the list (WCAG 2.1.4). */
function offerShortcuts(list) {
  const items = [...list.querySelectorAll(":scope > li > div > details")];
  const open = (details, field) => {
    if (!details) return;
    items.find((item) => item.contains(details)).open = details.open = true;
    details.querySelector(field).focus();
  };
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    const at = items.findIndex((item) => item.contains(event.target));
    const part = (value) => items[at].querySelector(`button[value="${value}"]`);
    if (event.key === "j") open(items[at + 1], "summary");
    else if (event.key === "k") open(items[at - 1], "summary");
    else if (event.key === "a") part("approve").click();
    else if (event.key === "c") open(part("change")?.closest("details"), "textarea");
    else if (event.key === "r") open(part("refuse").closest("details"), "select");
    else return;
    event.preventDefault();
  });
  // After a decision, the next one needs no mouse.
  if (new URLSearchParams(location.search).has("done")) open(items[0], "summary");
}

/** Checks the signature of a week's ballots and counts them, with the program that anyone can run. */
function offerRecount(button) {
  const status = button.closest("section").querySelector("[role=status]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    status.textContent = "Counting …";
    try {
      const { checkBallots } = await import("/verify.mjs");
      const [ballots, keys] = await Promise.all(
        [button.dataset.recount, "/ranking/keys.json"].map(async (path) => {
          const response = await fetch(path);
          if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
          return response.text();
        }),
      );
      const { snapshot, faults } = await checkBallots(ballots, JSON.parse(keys));
      status.textContent = faults.length
        ? `Not equal: ${faults[0]}.${faults.length > 1 ? ` There are ${faults.length} differences.` : ""}`
        : `Equal: your browser checked the signature and counted ${snapshot.ballots.length} ballots for ${snapshot.listings.length} products. All votes and ranks agree.`;
    } catch (error) {
      status.textContent = `Your browser could not count the ballots. ${error.message}`;
    }
    button.disabled = false;
  });
}

/** Reports a followed link, also in browsers that ignore `ping`. */
function reportClick({ target, button }) {
  const link = target.closest?.("a[ping]");
  if (!link || button === 2) return;
  navigator.sendBeacon(link.getAttribute("ping"));
  link.removeAttribute("ping");
}

for (const event of ["click", "auxclick"]) document.addEventListener(event, reportClick);
document.querySelectorAll("[data-recount]").forEach(offerRecount);
document.querySelectorAll("[data-shortcuts]").forEach(offerShortcuts);
for (const form of document.querySelectorAll("form.find")) {
  const input = form.querySelector("input[type=search]");
  if (document.getElementById("results")) searchInPlace(form, input);
  else suggest(form, input);
}
for (const input of document.querySelectorAll("[data-product]"))
  suggest(
    input.form,
    input,
    (item) => {
      input.value = item.textContent;
      input.form.requestSubmit();
    },
    ({ kind }) => kind === "listing",
  );
if (navigator.clipboard) document.querySelectorAll("code.address, pre.copied").forEach(offerCopy);
document.addEventListener("submit", sendInPlace);
