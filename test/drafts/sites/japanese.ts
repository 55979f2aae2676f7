import { encodeAs } from "./encode.ts";
import { picture } from "./pictures.ts";
import type { Site } from "./serve.ts";

// Old pages: the charset stands in the document alone, tables instead of landmarks, lines broken by hand.
const page = (title: string, content: string) => ({
  headers: { "content-type": "text/html" },
  body: encodeAs(
    "shift_jis",
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><title>${title}</title>
<meta name="description" content="小さな旅館のための予約台帳ソフト「宿あおい」。電話の予約もネットの予約も一冊にまとまります。">
<link rel="icon" href="aoi.png" sizes="128x128"></head><body>
<table><tr><td class="menu"><a href="index.html">トップ</a><br><a href="kinou.html">機能一覧</a><br><a href="ryoukin.html">料金</a><br><a href="kaisha.html">会社概要</a><br><a href="qa.html">よくある質問</a><br><a href="privacy.html">個人情報保護方針</a></td>
<td>${content}</td></tr></table></body></html>`,
  ),
});

/** A Japanese site in Shift_JIS, with table layout and pages named in romaji. */
export const japanese: Site = {
  pages: {
    "/": page(
      "宿あおい｜小さな旅館の予約台帳",
      "<h1>小さな旅館の予約台帳「宿あおい」</h1><p>宿あおいは、客室十室までの旅館のための予約台帳ソフトです。電話で受けた予約と、予約サイトから届いた予約を、一冊の台帳にまとめます。</p><p>Windowsのパソコンと、iPadでお使いいただけます。</p>",
    ),
    "/kinou.html": page(
      "機能一覧｜宿あおい",
      "<h1>機能一覧</h1><ul><li>予約サイト三社からの自動取り込み</li><li>領収書と宿泊者名簿の印刷</li><li>連泊と部屋替えの管理</li></ul>",
    ),
    "/ryoukin.html": page(
      "料金｜宿あおい",
      "<h1>料金</h1><p>月額三千三百円（税込）です。最初の二か月は無料でお試しいただけます。</p>",
    ),
    "/kaisha.html": page(
      "会社概要｜宿あおい",
      "<h1>会社概要</h1><p>株式会社あおい台帳は、長野県上田市で旅館向けのソフトを作っています。従業員は六名です。</p>",
    ),
    "/qa.html": page(
      "よくある質問｜宿あおい",
      "<h1>よくある質問</h1><dl><dt>インターネットがなくても使えますか。<dd>はい、つながったときに自動で送信します。</dl>",
    ),
    "/privacy.html": page("個人情報保護方針", "<h1>個人情報保護方針</h1>"),
    "/aoi.png": { body: await picture("#1d4f91", 128), headers: { "content-type": "image/png" } },
  },
};
