// Lets forms with `data-passkey` send a passkey. Without this script or the browser's support, these forms stay hidden.

/** Asks the browser for a credential and returns it as JSON. */
async function credentialFor({ passkey, options }) {
  const json = JSON.parse(options);
  const credential =
    passkey === "create"
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) });
  return JSON.stringify(credential.toJSON());
}

const messages = {
  InvalidStateError: "This device already has a passkey for your account.",
  NotAllowedError: "The browser did not use a passkey: you cancelled, or it took too long. Try again.",
};

function offer(form) {
  const status = form.querySelector("[role=alert]");
  let isAsking = false;
  let isReady = false;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    if (isReady) return;
    event.preventDefault();
    if (isAsking) return;
    const { submitter } = event;
    status.textContent = "";
    isAsking = true;
    try {
      form.elements.credential.value = await credentialFor(form.dataset);
      isReady = true;
    } catch ({ name }) {
      status.textContent = messages[name] ?? "This browser could not use a passkey. Sign in another way.";
    }
    isAsking = false;
    if (isReady) form.requestSubmit(submitter);
  });
}

if (window.PublicKeyCredential?.parseCreationOptionsFromJSON && PublicKeyCredential.prototype.toJSON) {
  document.querySelectorAll("form[data-passkey]").forEach(offer);
  for (const note of document.querySelectorAll("[data-no-passkeys]")) note.hidden = true;
}
