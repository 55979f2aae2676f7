import { describe, expect, test } from "bun:test";
import { matchesRedirect, redirectFault, redirectTarget } from "./redirects.ts";

describe("registration", () => {
  test.each([
    "https://app.test/callback",
    "https://app.test:8443/callback?tenant=1",
    "https://app.test",
    "http://localhost/callback",
    "http://localhost:3000/callback",
    "http://127.0.0.1:49152/",
    "http://[::1]:5000/callback",
    "com.example.app:/callback",
    "com.googleusercontent.apps.123-abc:/oauth2redirect",
    "uk.co.example.app://callback",
    "cursor://anysphere.cursor/oauth",
    "vscode://vendor.extension/callback",
    "vscode-insiders://vendor.extension/callback",
    "windsurf://vendor.extension/callback",
    "claude://oauth/callback",
  ])("%s is allowed", (uri) => {
    expect(redirectFault(uri)).toBeNull();
  });

  test.each(
    `about blob chrome chrome-extension content data devtools edge facetime feed file filesystem ftp geo git intent jar
     javascript ldap livescript magnet mailto mhtml mocha moz-extension nfs res resource safari-extension search search-ms
     sftp skype sms smb ssh tel telnet urn vbscript view-source webcal ws wss wyciwyg ms-msdt ms-officecmd c microsoft-edge shell itms-services itms-apps
     x-apple.systempreferences x-apple-reminder calculator com.apple.preferences com.microsoft.settings onenote outlookfeed
     steam zoommtg slack web+app app example.app localhost`.split(/\s+/),
  )("the scheme %s is refused in any case", (scheme) => {
    for (const spelled of [scheme, scheme.toUpperCase(), scheme[0]!.toUpperCase() + scheme.slice(1)])
      for (const rest of ["://host/path", ":path", ":alert(1)"]) expect(redirectFault(spelled + rest)).not.toBeNull();
  });

  test.each([
    ["", "nothing"],
    ["/callback", "a path"],
    ["//app.test/callback", "no scheme"],
    ["https:callback", "a path on our site for a browser"],
    ["https:/callback", "a path on our site for a browser"],
    ["https:///app.test/callback", "a host only after repair"],
    ["https://app.test/callback#here", "a fragment"],
    ["https://app.test/callback#", "an empty fragment"],
    ["com.example.app:/callback#", "an empty fragment of an app"],
    ["https://user@app.test/callback", "a user"],
    ["https://app.test:secret@evil.test/callback", "credentials that look like a host"],
    ["https://app.test\\@evil.test/", "a backslash"],
    ["https://app.test/a b", "a space"],
    [" https://app.test/", "a space in front"],
    ["java\nscript:alert(1)", "a line break inside a scheme"],
    ["https://app.test/\r\nSet-Cookie:x=1", "a header"],
    ["https://app.test/\u0000", "a null"],
    ["https://app.test/\u202ecallback", "a direction mark"],
    ["https://\u0430pp.test/", "a letter of another script"],
    ["https://app.test:99999/", "an invalid port"],
    ["http://app.test/callback", "http to another host"],
    ["http://localhost.evil.test/", "a host that begins like loopback"],
    ["http://localhost./callback", "a name that is not exactly loopback"],
    ["http://127.0.0.2/", "another loopback address"],
    ["http://[::ffff:127.0.0.1]/", "an address that contains loopback"],
    ["http://0.0.0.0/", "any address"],
    [`https://app.test/${"a".repeat(2000)}`, "more than 2000 characters"],
  ])("%p is refused: %s", (uri) => {
    expect(redirectFault(uri)).not.toBeNull();
  });
});

describe("matching", () => {
  test.each([
    ["https://app.test/callback", "https://app.test/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:49152/callback"],
    ["http://127.0.0.1:3000/callback", "http://127.0.0.1:49152/callback"],
    ["http://127.0.0.1:3000/callback", "http://127.0.0.1/callback"],
    ["http://localhost:3000/callback?a=1", "http://localhost:65535/callback?a=1"],
    ["http://[::1]/callback", "http://[::1]:49152/callback"],
    ["com.example.app:/callback", "com.example.app:/callback"],
  ])("%s matches %s", (registered, requested) => {
    expect(matchesRedirect(registered, requested)).toBe(true);
  });

  test.each([
    ["https://app.test/callback", "https://app.test/callback/"],
    ["https://app.test/callback", "https://app.test:443/callback"],
    ["https://app.test/callback", "https://APP.test/callback"],
    ["https://app.test/callback", "HTTPS://app.test/callback"],
    ["https://app.test/callback", "https://app.test/Callback"],
    ["https://app.test/callback", "https://app.test/call%62ack"],
    ["https://app.test/callback", "https://app.test/x/../callback"],
    ["https://app.test/callback", "https://app.test/callback?x=1"],
    ["https://app.test/callback", "https://app.test/callback#x"],
    ["https://app.test/callback", "https://app.test.evil.test/callback"],
    ["https://app.test/callback", "https://app.test@evil.test/callback"],
    ["https://app.test/callback", "http://app.test/callback"],
    ["https://app.test:1/callback", "https://app.test:2/callback"],
    ["http://127.0.0.1/callback", "http://localhost/callback"],
    ["http://127.0.0.1/callback", "http://[::1]/callback"],
    ["http://127.0.0.1/callback", "http://127.1:80/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:80/x/../callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:80/call%62ack"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:8080@evil.test/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:99999/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1.evil.test:80/callback"],
    ["http://127.0.0.1/callback", "https://127.0.0.1:80/callback"],
    ["com.example.app:/callback", "com.example.app://callback"],
  ])("%s does not match %s", (registered, requested) => {
    expect(matchesRedirect(registered, requested)).toBe(false);
  });
});

test.each([
  [
    "https://app.test:8443/callback",
    { label: "app.test:8443", formAction: "https://app.test:8443", isLoopback: false },
  ],
  ["http://[::1]:5000/callback", { label: "[::1]:5000", formAction: "http://[::1]:5000", isLoopback: true }],
  ["cursor://anysphere/oauth", { label: "cursor://anysphere", formAction: "cursor:", isLoopback: false }],
])("%s: the consent page shows the host or app scheme, and its form may redirect there", (uri, target) => {
  expect(redirectTarget(uri)).toEqual(target);
});
