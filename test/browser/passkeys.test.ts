import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, CDPSession, Page } from "puppeteer";
import { signUpAs, type Visitor } from "../support/clients/visitor.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { pageFaults } from "./axe.ts";
import { hasChromium, openContext, press, startChromium } from "./chromium.ts";

describe.skipIf(!hasChromium)("passkeys in a browser", () => {
  let server: TestServer;
  let browser: Browser;
  let ada: Visitor;
  let page: Page;
  let cdp: CDPSession;
  let authenticatorId: string;
  const messages: string[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    browser = await startChromium();
    ada = await signUpAs(server, "ada@example.org");
    page = await (await openContext(browser, ada)).newPage();
    await page.setViewport({ width: 390, height: 844 });
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(String(error)));
    cdp = await page.createCDPSession();
    await cdp.send("WebAuthn.enable", { enableUI: false });
    ({ authenticatorId } = await addAuthenticator(cdp));
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });

  const addAuthenticator = (session: CDPSession) =>
    session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  const credentials = async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  const addButton = 'button[value="add_passkey"]';
  const passkeyButton = 'button[value="passkey"]';
  const alertText = () => page.$eval("form[data-passkey] [role=alert]", ({ textContent }) => textContent);
  const waitForAlert = () =>
    page.waitForFunction("document.querySelector('form[data-passkey] [role=alert]').textContent");
  const mainText = () => page.$eval("main", ({ textContent }) => textContent!);

  test("added with the keyboard: the page lists it, and the device refuses a second one", async () => {
    await page.goto(`${server.url}/account`);
    expect(await page.$eval("[data-no-passkeys]", (note) => note.checkVisibility())).toBe(false);
    expect(await pageFaults(page)).toEqual([]);
    await page.focus("#field-passkey_name");
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    expect(page.url()).toBe(`${server.url}/account?done=passkey`);
    expect(await mainText()).toContain("Chrome on Linux");
    expect(await credentials()).toMatchObject([
      { isResidentCredential: true, rpId: "localhost", userName: "ada@example.org" },
    ]);
    await page.click(addButton);
    await waitForAlert();
    expect(await alertText()).toBe("This device already has a passkey for your account.");
    expect(await pageFaults(page)).toEqual([]);
  });

  test("signs in without an email address, and returns to the page that asked for it", async () => {
    await page.deleteCookie(...(await page.cookies()));
    await page.goto(`${server.url}/account/keys`);
    expect(page.url()).toBe(`${server.url}/sign-in?return_to=%2Faccount%2Fkeys`);
    expect(await pageFaults(page)).toEqual([]);
    await press(page, passkeyButton);
    expect(page.url()).toBe(`${server.url}/account/keys`);
    await page.goto(`${server.url}/account`);
    expect(await mainText()).toContain("You sign in as ada@example.org.");
    expect(await mainText()).toContain("Last used on");
  });

  test("a person who does not confirm can try again", async () => {
    await page.deleteCookie(...(await page.cookies()));
    await page.goto(`${server.url}/sign-in`);
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await page.click(passkeyButton);
    await waitForAlert();
    expect(await alertText()).toContain("Try again.");
    expect(await pageFaults(page)).toEqual([]);
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    await press(page, passkeyButton);
    expect(page.url()).toBe(`${server.url}/account`);
  });

  test("a genuine response is refused if another origin requested it, or if it was used before", async () => {
    await page.deleteCookie(...(await page.cookies()));
    const other = await startTestServer();
    try {
      await page.goto(`${server.url}/sign-in`);
      const asked = (await page.evaluate("document.querySelector('form[data-passkey]').dataset.options")) as string;
      await page.goto(`${other.url}/sign-in`);
      const phished = await signHere(asked);
      await page.goto(`${server.url}/sign-in`);
      // The first page's cookie is still the same, so only the origin is wrong.
      expect(await submit(phished)).toBe(422);
      const genuine = await signHere(asked);
      expect(await submit(genuine)).toBe(303);
      expect(await submit(genuine)).toBe(422);
    } finally {
      await other.stop();
    }
  });
  const signHere = (options: string): Promise<string> =>
    page.evaluate(`navigator.credentials
      .get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${options}) })
      .then((credential) => JSON.stringify(credential.toJSON()))`) as Promise<string>;
  /** Sends a response with the form token and cookies of the page, and returns the status. */
  async function submit(credential: string): Promise<number> {
    const token = (await page.evaluate("document.querySelector('[name=form_token]').value")) as string;
    const cookie = (await page.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const body = new URLSearchParams({ do: "passkey", credential, form_token: token });
    const headers = { cookie, origin: server.url };
    return (await fetch(`${server.url}/sign-in`, { method: "POST", body, headers, redirect: "manual" })).status;
  }

  test("removed: no longer signs in, and the page says so", async () => {
    await ada.post("/account", { do: "remove_passkey", id: "1" });
    await page.goto(`${server.url}/sign-in`);
    await press(page, passkeyButton);
    expect(await mainText()).toContain("We did not accept this passkey.");
    expect(await pageFaults(page)).toEqual([]);
  });

  test("hidden without JavaScript, and in browsers without passkeys", async () => {
    const plain = await (await openContext(browser, ada)).newPage();
    await plain.setJavaScriptEnabled(false);
    await plain.goto(`${server.url}/account`);
    const isVisible = (selector: string) => plain.$eval(selector, (element) => element.checkVisibility());
    expect([await isVisible("form[data-passkey]"), await isVisible("[data-no-passkeys]")]).toEqual([false, true]);
    await plain.setJavaScriptEnabled(true);
    await plain.evaluateOnNewDocument("delete window.PublicKeyCredential");
    await plain.reload();
    expect([await isVisible("form[data-passkey]"), await isVisible("[data-no-passkeys]")]).toEqual([false, true]);
  });

  test("the scripts caused no errors", () => {
    expect(messages.filter((message) => !message.includes("422"))).toEqual([]);
  });
});
