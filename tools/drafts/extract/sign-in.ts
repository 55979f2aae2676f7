import { isSameSite } from "../crawl/same-site.ts";
import type { TextBlock } from "../shared/crawled-page.ts";
import { patternsOf } from "./phrases.ts";
import type { Passage, Site } from "./read-site.ts";
import { isShop } from "./web-product.ts";
import phraseLists from "./words/sign-in.json" with { type: "json" };

const phrases = patternsOf(phraseLists);

const signIn = phrases.signIn;
const password =
  /^(?:your )?(?:password|passwort|mot de passe|contraseña|senha|palavra-passe|wachtwoord|hasło|şifre|parola|пароль|mật khẩu|パスワード|密码|비밀번호|كلمة المرور)/iu;
const signInAddress =
  /^https?:\/\/(?:app|my|dashboard|login|account|accounts)\.|\/(?:login|log-in|signin|sign-in|signup|sign-up|register|users\/sign_(?:in|up))(?:$|[/?])/iu;

const isOfSignIn = ({ tag, text }: TextBlock) =>
  (tag === "button" && signIn.test(text)) || (tag === "label" && password.test(text));

/** Whether two host names start alike, as in `fernleaf.example` and `fernleaf-app.pages.example`. */
function isNamedAlike(...addresses: [string, string]): boolean {
  const [one, other] = addresses.map((address) => new URL(address).hostname.replace(/^www\.|-/gu, "").split(".")[0]!);
  return one!.length >= leastAlike && one!.slice(0, leastAlike) === other!.slice(0, leastAlike);
}
const leastAlike = 6;

/** Returns a passage that shows that the product has a sign-in, or null. Shops do not count: they have accounts too. */
export function findSignIn(site: Site): Passage | null {
  if (isShop(site)) return null;
  for (const { page } of site.pages) {
    const links = page.links.filter((link) =>
      // A link to an account with another service is not a sign-in to the product.
      isSameSite(site.url, link.url)
        ? signInAddress.test(link.url) || (signIn.test(link.text) && link.region !== "main")
        : signInAddress.test(link.url) && link.region !== "main" && isNamedAlike(site.url, link.url),
    );
    const [text] = [
      ...links.map((link) => link.text || link.url),
      ...page.blocks.filter(isOfSignIn).map(({ text }) => text),
    ];
    if (text !== undefined) return { page, text };
  }
  return null;
}
