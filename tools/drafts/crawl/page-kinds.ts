export type PageKindName =
  | "pricing"
  | "about"
  | "features"
  | "faq"
  | "team"
  | "download"
  | "introduction"
  | "contact"
  | "help"
  | "goods"
  | "docs"
  | "changelog"
  | "blog";

/** A kind of page that tells something for a listing. */
export interface PageKind {
  name: PageKindName;
  /** The higher, the sooner it is read; one of 0 is not looked for. */
  weight: number;
  /** What its links and the last part of its address say, in lower case with single spaces. */
  words: string[];
}

const listed = (text: string) => text.split(",").map((word) => word.trim());

export const pageKinds: PageKind[] = [
  {
    name: "pricing",
    weight: 100,
    words: listed(
      "pricing, prices, price, plans, plans and pricing, buy, preise, preis, tarife, preise und tarife, tarifs, tarif, prix, precios, precio, tarifas, planes, prezzi, tariffe, piani, preços, precos, planos, prijzen, tarieven, cennik, ceny, priser, hinnat, цены, тарифы, 料金, 料金プラン, 価格, プラン, 价格, 定价, 요금, 가격, الأسعار, أسعار, الاسعار, planes y precios, prezzi e piani, valores, assinatura, prijs, ceník, árak, tarife și prețuri, prețuri, fiyatlar, fiyatlandırma, fiyat listesi, ціни, вартість, bảng giá, giá, harga, τιμές, מחירים, मूल्य",
    ),
  },
  {
    name: "about",
    weight: 95,
    words: listed(
      "about, about us, about the project, company, our company, our story, story, mission, our mission, who we are, über uns, ueber uns, uber uns, über, unternehmen, wir über uns, wir, à propos, a propos, qui sommes nous, entreprise, notre histoire, nosotros, quiénes somos, quienes somos, acerca de, sobre nosotros, empresa, chi siamo, azienda, la nostra storia, sobre, sobre nós, sobre nos, quem somos, over ons, over, o nas, o firmie, om oss, om os, о нас, о компании, 会社概要, 会社情報, 企業情報, 私たちについて, 当社について, 关于我们, 公司简介, 회사 소개, 회사소개, من نحن, عن الشركة, حول, hakkımızda, hakkimizda, biz kimiz, kurumsal, про нас, про компанію, giới thiệu, về chúng tôi, qui som, sobre nosaltres, o nás, rólunk, despre noi, tentang kami, σχετικά, אודות, 企業概要, 회사개요, 소개",
    ),
  },
  {
    name: "features",
    weight: 90,
    words: listed(
      "features, feature, all features, product, the product, overview, how it works, tour, product tour, what it does, capabilities, why, solutions, funktionen, funktion, produkt, leistungen, so funktioniert es, so funktionierts, überblick, fonctionnalités, fonctionnalites, produit, comment ça marche, comment ca marche, funciones, funcionalidades, características, caracteristicas, producto, cómo funciona, como funciona, funzionalità, funzionalita, prodotto, come funziona, recursos, produto, functies, hoe het werkt, funkcje, jak to działa, funktioner, så fungerar det, возможности, 機能, 機能一覧, 特徴, 特長, 製品, 製品情報, 製品紹介, サービス, サービス紹介, 使い方, 功能, 产品, 기능, 제품, المميزات, الميزات, كيف يعمل, المنتج, funkcjonalności, oferta, özellikler, hizmetler, nasıl çalışır, можливості, як це працює, послуги, tính năng, dịch vụ, funkce, funkciók, servicios, services, diensten, servizi, serviços, servicos, prestations, usługi",
    ),
  },
  {
    name: "faq",
    weight: 85,
    words: listed(
      "faq, faqs, f a q, frequently asked questions, questions, questions and answers, q and a, häufige fragen, haeufige fragen, fragen und antworten, questions fréquentes, questions frequentes, foire aux questions, preguntas frecuentes, preguntas, domande frequenti, domande, perguntas frequentes, dúvidas, duvidas, veelgestelde vragen, najczęstsze pytania, vanliga frågor, вопросы и ответы, よくある質問, よくあるご質問, 常见问题, 자주 묻는 질문, الأسئلة الشائعة, الأسئلة, sık sorulan sorular, sıkça sorulan sorular, sss, поширені запитання, питання та відповіді, câu hỏi thường gặp, preguntes freqüents, časté dotazy, gyakori kérdések, întrebări frecvente, vanlige spørsmål, common questions, häufig gestellte fragen, dúvidas frequentes, najczęściej zadawane pytania, często zadawane pytania, pytania i odpowiedzi, часто задаваемые вопросы, частые вопросы, часті запитання, الأسئلة المتكررة, ofte stillede spørgsmål, často kladené dotazy, често задавани въпроси",
    ),
  },
  {
    name: "team",
    weight: 75,
    words: listed(
      "team, our team, the team, meet the team, people, founders, équipe, equipe, notre équipe, equipo, nuestro equipo, il team, squadra, equipa, nossa equipe, ons team, zespół, zespol, teamet, команда, チーム, メンバー, 代表挨拶, 運営者, 創業者, 運営者情報, プロフィール, 团队, 팀, الفريق, فريقنا, ekibimiz, команда проєкту, đội ngũ, equip, nossa equipe, csapat",
    ),
  },
  {
    name: "download",
    weight: 70,
    words: listed(
      "download, downloads, get the app, apps, platforms, install, installation, herunterladen, télécharger, telecharger, descargar, descargas, scarica, baixar, downloaden, pobierz, ladda ner, скачать, ダウンロード, インストール, 下载, 다운로드, تحميل, التحميل, indir, завантажити, tải xuống, tải về, stáhnout, letöltés, descarregar",
    ),
  },
  {
    name: "introduction",
    weight: 60,
    words: listed(
      "introduction, intro, getting started, get started guide, quick start, quickstart, what is it, overview and concepts, erste schritte, einführung, premiers pas, primeros pasos, primi passi, primeiros passos, はじめに, 入門",
    ),
  },
  {
    name: "contact",
    weight: 50,
    words: listed(
      "contact, contact us, get in touch, kontakt, nous contacter, contactez nous, contacto, contactar, contáctanos, contatti, contattaci, contato, fale conosco, contactos, neem contact op, kontakta oss, контакты, お問い合わせ, お問合せ, 联系我们, 문의, اتصل بنا, تواصل معنا, iletişim, контакти, liên hệ, contacte, kapcsolat, kontakty, kontakti",
    ),
  },
  {
    name: "help",
    weight: 0,
    words: listed(
      "help, help center, help centre, support, hilfe, hilfe und support, aide, centre d'aide, ayuda, centro de ayuda, aiuto, ajuda, hulp, pomoc, yardım, помощь, довідка, trợ giúp, ヘルプ, 帮助, 도움말, المساعدة",
    ),
  },
  {
    name: "goods",
    weight: 30,
    words: listed(
      "products, our products, product catalog, product catalogue, catalog, catalogue, shop, produkte, unsere produkte, produits, nos produits, boutique, productos, nuestros productos, catálogo, tienda, prodotti, i nostri prodotti, catalogo, produtos, nossos produtos, loja, producten, assortiment, produkty, sklep, ürünler, ürünlerimiz, продукты, продукция, каталог, продукція, товары, товари, produkter, tuotteet, termékek, termékeink, produse, sản phẩm, produk, katalog, προϊόντα, 商品, 商品一覧, 製品一覧, 产品中心, 제품 소개, منتجاتنا, المنتجات",
    ),
  },
  {
    name: "docs",
    weight: 0,
    words: listed(
      "docs, documentation, manual, handbook, reference, api, api reference, dokumentation, documentación, документация, ドキュメント, 文档, 문서",
    ),
  },
  {
    name: "changelog",
    weight: 20,
    words: listed(
      "changelog, release notes, releases, what's new, whats new, updates, neuigkeiten, nouveautés, nouveautes, novedades, novità, novita, novidades, 更新履歴, リリースノート",
    ),
  },
  {
    name: "blog",
    weight: 15,
    words: listed(
      "blog, news, aktuelles, actualités, actualites, noticias, notícias, notizie, nieuws, ブログ, お知らせ, المدونة, haberler, новини, tin tức, aktuality, hírek, notícies, новости",
    ),
  },
];

/** What sites call the page they begin with, in menus and titles. */
export const homeWords = listed(
  "home, homepage, home page, main page, welcome, index, start, start page, startseite, accueil, inicio, inici, início, pagina iniziale, pagina principale, hoofdpagina, strona główna, ana sayfa, anasayfa, главная, главная страница, головна, головна сторінка, trang chủ, ホーム, トップ, トップページ, 首页, 首頁, 홈, الرئيسية, الصفحة الرئيسية, domů, domovská stránka, kezdőlap, acasă, forside, hjem, hem, startsida, etusivu, αρχική, דף הבית, beranda, หน้าแรก",
);

/** Places that are for customers, lawyers and machines, by a part of the address. */
export const unwantedParts = new Set(
  listed(
    "login, log-in, signin, sign-in, sign_in, signup, sign-up, sign_up, register, registration, logout, auth, oauth, sso, account, accounts, my-account, myaccount, dashboard, admin, wp-admin, wp-login, wp-json, wp-content, cart, basket, checkout, warenkorb, kasse, panier, carrito, carrello, wishlist, legal, privacy, privacy-policy, terms, terms-of-service, terms-of-use, terms-and-conditions, tos, eula, dpa, gdpr, cookies, cookie-policy, imprint, impressum, datenschutz, agb, widerruf, mentions-legales, cgu, cgv, confidentialite, privacidad, aviso-legal, terminos, condiciones, condizioni, privacidade, termos, regulamin, polityka-prywatnosci, disclaimer, refund-policy, returns, shipping, accessibility-statement, feed, rss, atom, xmlrpc, cdn-cgi, search, suche, tag, tags, author, careers, jobs, karriere, press-kit, unsubscribe, share, print",
  ),
);

/** Parts of an address below which pages are single articles: their words are about anything. */
export const articleParts = new Set(
  listed(
    "blog, news, articles, article, posts, post, stories, case-studies, customers, events, press, webinars, podcast, glossary, community, forum, questions, issues, pull, pulls, discussions, commit, commits, tree, blob",
  ),
);

/** Parts below which only a page named exactly so is of that kind. */
export const manualParts = new Set(
  listed("help, support, resources, guides, guide, kb, docs, doc, documentation, manual, commands"),
);
