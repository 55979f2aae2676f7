// What helps where scripts run; every page works without it. It asks for the pages that links and forms lead to, and takes
// parts out of them, so that nothing is written twice.

const pauseMs = 150;

/** The document at an address of ours, or null where it could not be had or the question is out of date. */
async function pageAt(address, signal) {
  try {
    const response = await fetch(address, { signal, headers: { accept: "text/html" } });
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  } catch {
    return null;
  }
}

/** What may be meant, or nothing where that could not be had or is out of date. */
async function suggestionsAt(address, signal) {
  try {
    const response = await fetch(address, { signal });
    return response.ok ? (await response.json()).items : [];
  } catch {
    return [];
  }
}

/** Calls back with the address of the search once nobody has typed for a moment; a later one stops those before. */
function whileTyping(form, input, act) {
  let timer;
  let asked = new AbortController();
  const ask = () => {
    clearTimeout(timer);
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    timer = setTimeout(() => act(`${form.action}?${new URLSearchParams(new FormData(form))}`, signal), pauseMs);
  };
  input.addEventListener("input", ask);
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    asked.abort();
  });
}

/** On the page of search the results follow the words. */
function searchInPlace(form, input) {
  whileTyping(form, input, async (address, signal) => {
    const found = (await pageAt(address, signal))?.getElementById("results");
    if (!found || signal.aborted) return;
    document.getElementById("results").replaceWith(found);
    history.replaceState(null, "", address);
  });
}

/** Elsewhere a list of what may be meant opens below the field (ARIA: combobox with a list). */
function suggest(form, input) {
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
    // Before the field loses the focus, which closes the list.
    item.addEventListener("mousedown", (event) => {
      event.preventDefault();
      location.assign(item.dataset.path);
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
    const found = await suggestionsAt(`${form.action}/suggestions?${new URLSearchParams({ q: input.value })}`, signal);
    if (!signal.aborted && document.activeElement === input) show(found);
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const count = list.children.length;
    if (count === 0) return;
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown") choose(chosen + 1 < count ? chosen + 1 : -1);
    else if (event.key === "ArrowUp") choose(chosen < 0 ? count - 1 : chosen - 1);
    else if (event.key === "Enter" && chosen >= 0) location.assign(list.children[chosen].dataset.path);
    else return;
    event.preventDefault();
  });
}

/** A button beside what people copy: addresses and pieces of HTML. */
function offerCopy(code) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  const said = document.createElement("span");
  said.className = "hidden";
  said.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(code.textContent).then(
      () => "Copied",
      () => "Not copied",
    );
    button.textContent = said.textContent = done;
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  code.after(button, said);
}

/** A vote: its part of the page that the form leads to takes its place, and nothing jumps. */
async function sendInPlace(event) {
  const form = event.target;
  const part = form.closest("[data-vote]");
  if (!part || form.dataset.plain) return;
  event.preventDefault();
  const said = new FormData(form, event.submitter);
  try {
    const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(said) });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const next = page.querySelector(`[data-vote="${CSS.escape(part.dataset.vote)}"]`);
    if (!next) throw new Error("the answer has no such part");
    part.replaceWith(next);
    next.querySelector("button")?.focus();
  } catch {
    // The page that the form leads to says what is wrong.
    form.dataset.plain = "true";
    form.requestSubmit(event.submitter);
  }
}

for (const form of document.querySelectorAll("form.find")) {
  const input = form.querySelector("input[type=search]");
  if (document.getElementById("results")) searchInPlace(form, input);
  else suggest(form, input);
}
if (navigator.clipboard) document.querySelectorAll("code.address, pre.copied").forEach(offerCopy);
document.addEventListener("submit", sendInPlace);
