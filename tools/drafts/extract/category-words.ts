import { wordsAbroad } from "./category-words-abroad.ts";

/**
 * What directories call their categories, and after the colon the words by which sites give away that they belong there.
 * Both are compared by stems; a category belongs where its name or one of its subjects stands.
 */
const table = `
note taking, notes, note: note, note taking, notes app, markdown notes, notebook, outliner, zettelkasten, backlinks, knowledge base, Notizen, メモ, ノート, ملاحظات, handwritten notes, take notes
knowledge management, wikis, wiki: wiki, knowledge base, knowledge management, documentation platform, team wiki
scheduling, booking, calendar, appointments: schedule, calendar, appointment, booking, book appointments, rota, shift planning, shifts, meeting times, reservation, Termine, Kalender, Dienstplan, rendez-vous, 予約, カレンダー, シフト, مواعيد, الحجز, online booking, booking system, appointment scheduling, book online, appointment booking, attendance, time and attendance, clock in, time clock, timesheet, volunteer scheduling, meetings, appointment reminders, class timetable
time tracking: time tracking, time tracker, track time, timesheet, billable hours, Zeiterfassung, 勤怠
task management, to-do, todo, to-do lists, tasks: task, to-do, todo, todo list, to-do list, kanban, task manager, checklist, Aufgaben, タスク
project management: project management, kanban, gantt, sprint, backlog, roadmap, issue tracker, milestones, Projektmanagement, プロジェクト管理
productivity, office: productivity, workflow, meeting notes, focus timer, pomodoro, task manager, to-do, shared inbox, planner, note taking, handover, Produktivität, 生産性, browser tabs, tab manage*, tab organi*, office tools, time management, habit tracker, workflow automation, automate your work, automate your business, process automation, business processes, business automation, business management, management software, team workspace, one workspace, collaboration, work orders, field service, project management, team tasks, pdf editor, edit pdf, pdf tools, office suite, app launcher, clipboard manager, employee management, hr software, hr platform, construction management, erp software, erp system, back office, voice typing, voice input, dictation
photo, photos, photo galleries, photography, image, images: photo, photo gallery, gallery, photo album, photo library, photographer, photography, image gallery, Fotos, 写真, الصور, photo sharing, photo shoot
audio, podcasts, podcast, music, sound: podcast, audio, music, episode, recording, transcription, microphone, playlist, song, audiobook, radio show, sound, ポッドキャスト, 音楽, podcast hosting, music production, mp3, speech to text, text to speech, voice cloning, voice changer, voice recorder, karaoke, band, musician, audio player
video, video streaming, movies: video, video editor, subtitle, caption, screen recorder, footage, film, movie, livestream, 動画, فيديو, video editing, video production, video ads, ugc, youtube, youtube video, video downloader, video player, videographer, mp4, film production
media, media streaming, multimedia, media management: media server, media library, media player, multimedia, streaming, video, photo, audio, podcast, music, media converter, media downloader, audio and video, photo editor, photo editing, headshot, headshots, background remover, image editor, image generator, video downloader, file converter
developer tools, software development, development, developers, programming: developer, developer tools, programming, code, source code, javascript, typescript, python, compiler, sdk, library, framework, command line, git, pull request, code review, debugger, npm, webhook, ci, programming language, open source library, web developers, static site generator, api client, Entwickler, 開発者, المطورين, coding agent, agent skills, mcp server, code editor, visual studio code, vs code, npm package, github action, devtools, api reference, programmer, developer documentation, open source framework, robotics library, software engineers, json formatter, json viewer, regular expression, regular expressions, regex tester, base64, uuid generator
IDE, editors, code editor: code editor, ide, text editor, syntax highlighting, editor for code, visual studio code
monitoring, uptime, observability, status pages: log lines, monitoring, uptime, uptime monitoring, status page, alert, heartbeat, cron job monitoring, cron job, observability, metrics, incident, on-call, tracing, error tracking, log management, Überwachung, 監視, server monitoring, website monitoring
logs, errors, logs and errors: error tracking, stack trace, exception, log lines, log management, crash reporting
databases, database, database management: database, sql, postgres, postgresql, mysql, sqlite, mongodb, query, schema, migration, database client, orm, Datenbank, データベース
testing, quality: testing, test runner, unit test, end-to-end test, mock, visual regression, test suite, assertion, fuzzing, load testing, browser testing
API tools, API, API management: api, rest api, openapi, graphql, webhook, api client, api gateway, endpoint, api reference, http requests, swagger
command line, terminal, CLI: command line, terminal, cli, shell, command-line tool, console, tui, terminal app, terminal ui, command-line app, terminal user interface
deployment, hosting, continuous integration, PaaS, devops: deploy, deployment, hosting, continuous integration, continuous deployment, ci/cd, kubernetes, container, paas, serverless, rollout, build pipeline
release management, feature toggle, feature flags, changelog: feature flag, feature toggle, changelog, release notes, rollout, semantic release
secrets, secret: secret, secrets, api keys, credentials, vault, environment variables, .env
local development, local: localhost, local development, dev server, development environment, tunnel, docker compose, dev environment
money, finance, personal finance, accounting: money, finance, budget, expense, accounting, bookkeeping, bank, spending, savings, invoice, tax, payroll, payment, subscription tracker, investment, portfolio tracker, Buchhaltung, Finanzen, comptabilité, 会計, 家計簿, محاسبة, المالية, financial, loan, mortgage, stock market, trading, tax calculator, personal finance, bitcoin, cryptocurrency, crypto exchange, ethereum, stock, stocks, share prices, dividend, gold price, gold prices, precious metal, exchange rate, economic calendar, finance news, financial news, tax advisor, accountant, earnings, income and expenses, net worth, wealth
budgeting, budget: budget, budgeting, household budget, spending, expense tracker, expenses, shared costs, savings goal, split bills, subscription tracker, Haushaltsbuch, 家計簿, ميزانية
accounting, bookkeeping: accounting, bookkeeping, bookkeeper, ledger, double-entry, vat return, tax return, Buchhaltung, 会計
invoicing, invoice, invoices, billing: invoice, invoicing, billing, quote and invoice, payment reminder, e-invoice, recurring invoices, Rechnung, Rechnungen, Rechnungsprogramm, facture, facturation, factura, 請求書, فاتورة, الفواتير, فواتير, quoting software, estimates and invoices, invoice generator
payments: payment, checkout, payment gateway, payouts, card payments
e-commerce, ecommerce, shopping, retail: e-commerce, ecommerce, online store, online shop, webshop, shopping cart, storefront, shopify, merchant, checkout, product catalogue
health, healthcare, medical, wellness: medicine, medication, patient, nurse, carer, symptom, doctor, medical, therapy, wellbeing, sleep, mental health, pain diary, blood pressure, allergy, caregiver, migraine, Gesundheit, santé, 健康, الصحة, clinical, clinic, physiotherapy, ems, paramedic, psychotherapy, calorie, hydration, hydration tracker, water intake, caffeine, sleep tracker, massage, wellness, spa, dentist, dental, dentistry, orthodontic, nutrition, nutritionist, dietitian, gluten, coeliac, celiac, food intolerance, osteopath, acupuncture, meditation, occupational health, hospital, medication reminder, hearing test, clinical notes, medical notes, soap notes, medical scribe, clinician, telehealth, telemedicine, health record, health records
fitness, sport, sports, exercise: fitness, training plan, workout, running, runner, swimming, cycling, exercise, gym, marathon, athlete, strength training, yoga, 運動, rowing, rower, climbing, martial arts, pilates, personal trainer, gym, padel, golf swing, tennis, crossfit, fitness studio, fitness class
home, household, smart home: household, home repairs, pantry, chores, energy use, heating, cleaning schedule, pet, meal planning, recipe, groceries, smart home, home automation, Haushalt, home improvement, renovation, cleaning service, house cleaning, plumber, plumbing, handyman, roofing, insulation, shopping list, grocery list, maid, home cleaning, window cleaning, cleaning company, moving company, furniture, home decor, interior decoration, household budget, cooking, cook, recipe scaling
home automation, internet of things, IoT, smart home: iot, smart home, home automation, sensor, zigbee, mqtt
gardening, garden: garden, gardening, gardener, seed, plant, sowing, vegetable bed, watering, greenhouse, Garten, Gemüsegarten, Gemüse, Beet, Beete, Selbstversorger, jardin, 園芸
food, recipe, recipes, cooking, recipe management: recipe, cooking, cook, meal, meal planner, groceries, kitchen, Rezepte, レシピ, وصفات
pets, animals: pet, dog, cat, veterinary, animal, pet therapy, pet sitting, pet sitter, dog training, dog walking, kennel
learning, education, courses, teaching: learning, learn, course, teacher, student, pupil, classroom, lesson, quiz, flashcard, school, homework, exam, tutor, education, Lernen, Schule, 学習, تعليم, التعلم, online course, online courses, exam preparation, driving school, e-learning, practice test, practice tests, worksheet, worksheets, driving theory, mock exam, tutorial, tutorials, bootcamp, study, studying, mock exams, citizenship test, academy, masterclass, curriculum, educational, school subjects, tutoring, pupils, university course, learning platform, coding school
languages, language learning: language learning, learn languages, verb, verbs, vocabulary, phrasebook, grammar, conjugation, learners of, language learners, Vokabeln, Sprachen lernen, 語学, 英語学習, تعلم اللغات, learn english, english lessons, speak english, speaking practice, language school, language course, pronunciation
data, business intelligence: dataset, spreadsheet, csv, data cleaning, data pipeline, etl, dashboard, chart, business intelligence, statistics, data visualization, csv files, excel, data extraction, data analysis, data processing, open data, data tools, data science, statistical analysis, bayesian, json
analytics, statistics, web analytics: analytics, web analytics, website analytics, visitors, page views, statistics, product analytics, funnel, cohort, charts, chart library, data visualization, conversion, アクセス解析
forms and surveys, forms, surveys, polls: survey, form builder, questionnaire, poll, respondents, feedback form, online forms, Umfrage, Formular, フォーム, アンケート, استبيان, form templates, questionnaires, customer survey, employee survey
design, graphics, UI: design, designer, colour palette, color palette, typography, font, icon set, icons, mockup, wireframe, prototype, layout, ui kit, 3d modelling, cad software, design system, illustration, vector graphics, デザイン, تصميم, cad, 3d cad, 3d model*, 3d object*, web design agency, web designer, logo design, website design, 3d design, interior design, floor plan, branding agency, brand identity, ui ux design, ux design, ui design, web design studio, graphic designer, visual identity
communities, community, groups, forums, social networks: club, charity, neighbourhood, neighborhood, volunteer, members, membership, community group, association, forum, parish, residents, nonprofit, social network, Verein, association loi 1901, church, churches, congregation, discord server, discord servers, community server, moderation bot, online community, fan community, neighbours, neighbors, nonprofit organization, cultural association, housing cooperative, discord bot, discord community, community bot
travel, trips, travel organization, maps: travel, trip, itinerary, traveller, traveler, packing list, hotel, flight, route planner, hiking, camping, timetable, train times, Reise, voyage, viaje, 旅行, السفر, tours, boat trip, guided tour, excursion, sightseeing, vacation, holiday home, guesthouse, tourism, tourist, castle, castles, city tour, city game, museum, hiking trail, campground, inn, bed and breakfast, hostel, resort, cruise, travel agency, airport transfer, road trip, hotel booking, vacation rental, cabin
maps, GPS, geography: maps, gps, geocoding, route, cartography, gis, openstreetmap, geolocation, gps tracking
privacy and security, privacy, security: encryption, encrypted, end-to-end encrypted, privacy, password, secret, two-factor, security, vulnerability, tracker blocking, private by design, anonymity, data protection, gdpr, Datenschutz, Verschlüsselung, セキュリティ, antivirus, call blocker, scam, phishing, ransomware, malware, cybersecurity, cyber security, dmarc, authenticator, two-factor authentication, 2fa, verification codes, passkey, identity theft, intrusion, spyware, security audit, network security, penetration test, encrypted messaging, encrypted messenger, encrypted chat, end-to-end encryption, private messaging, private messenger, peer-to-peer messaging, peer-to-peer messenger, private network, private networking, virtual private network, zero-knowledge
password managers, password: password manager, passwords, password vault, two-factor
identity management, authentication, federated identity: single sign-on, sso, identity provider, oauth, openid connect, ldap, saml, authentication, login server
VPN, proxy, network utilities, network: vpn, wireguard, reverse proxy, network, tunnel, firewall, dns, ip address, bandwidth
artificial intelligence, AI, machine learning, GenAI, generative: artificial intelligence, machine learning, llm, large language model, ai assistant, chatgpt, gpt, neural network, ai agent, generative ai, text-to-image, ai-powered, 人工知能, 生成AI, الذكاء الاصطناعي
marketing, SEO, advertising: marketing, seo, campaign, newsletter, landing page, ad campaigns, keyword research, social media posts, email marketing, lead generation, マーケティング, تسويق
email, newsletters, mail, mailing lists: email, newsletter, inbox, mailing list, smtp, imap, webmail, mail server, email client, E-Mail, メール
CRM, customer relationship, sales: crm, customer relationship, sales pipeline, leads, deals, contacts, sales team, prospects, 顧客管理
customer support, helpdesk, ticketing, support: helpdesk, help desk, customer support, ticket, ticketing, live chat, support inbox, shared inbox, issue tracking
human resources, HR, hiring, recruiting: hr, human resources, payroll, employee, onboarding, recruiting, applicant tracking, leave requests, hiring, job applications, 人事, 採用
communication, chat, messaging, team chat, video conferencing: chat, messaging, instant messenger, team chat, video call, video conference, voice chat, irc, xmpp, チャット, محادثة
video conferencing, conferencing: video conference, video call, web conferencing, webinar, meeting rooms
file sharing, file transfer, storage, synchronization: file sharing, file transfer, file storage, cloud storage, upload files, file sync, synchronize files, share files, s3, object storage, file manager
backup, archiving, digital preservation: backup, backups, restore, archive, snapshot, archiving, preservation
automation, integration, no-code, low code: automation, business automation, process automation, automate, workflow automation, no-code, low-code, scraping, web scraper, trigger, bots, integration platform
content management, CMS, blogging, blog, website builders, publishing: cms, content management, headless cms, blog, blogging, website builder, page builder, publish, static site, writing platform
static site generators: static site generator, static site, markdown to html, documentation generator, site generator
writing, text, documents, document management, e-books: document, pdf, ebook, e-book, writing, writer, manuscript, word processor, proofreading, ocr, scanner, electronic signature, screenwriting, 文書, كتب
bookmarks, link sharing, read later: bookmark, read later, link collection, save links, bookmarking
feed readers, news, RSS: rss, feed reader, news reader, atom feed, news aggregator
games, gaming, game development: game, multiplayer, player, puzzle, game engine, chess, board game, ゲーム, لعبة, ألعاب, gameplay, mobile game, video game, roguelike, rpg, minecraft, roblox
inventory management, inventory, logistics, resource planning, ERP: inventory, stock, warehouse, barcode, asset tracking, supply chain, erp, logistics, purchase orders, 在庫
genealogy, family: genealogy, family tree, ancestors
search engines, search: search engine, full-text search, metasearch, site search, typo-tolerant
URL shorteners, links: url shortener, short links, link shortener, shorten links
pastebins: pastebin, paste, share code snippets, snippet
dashboards, personal dashboards: dashboard, start page, startpage, homepage for your services
remote access, remote desktop: remote desktop, ssh, remote access, vnc, rdp
localization, translation, internationalization: translation, localization, localisation, i18n, translators, multilingual strings
events, polls and events, conference management, ticketing: event, conference, attendees, ticket sales, rsvp, call for papers, event organiser, meetup, イベント
web servers: web server, http server, reverse proxy, load balancer
real estate, property: real estate, landlord, tenant, rental, property management, apartment, 不動産, عقارات
legal, law: legal, law firm, contract, lawyer, compliance, solicitor
science, research: research, scientist, citation, bibliography, laboratory, references, literature review
hardware, manufacturing, 3D printing: 3d printer, cnc, manufacturing, firmware, factory, machine shop, hardware
crypto, blockchain, web3: blockchain, bitcoin, ethereum, cryptocurrency, wallet, web3, nft, solana, crypto wallet, bitcoin node
kids, parenting, family: parent, child, baby, toddler, kids, children, family calendar
`;

export interface Concept {
  names: string[];
  signs: string[];
  /** Those of the signs that are words of the language asked for, other than English. */
  abroad: Set<string>;
}

const listOf = (text: string) => text.split(",").map((entry) => entry.trim());

const concepts: Omit<Concept, "abroad">[] = table
  .trim()
  .split("\n")
  .map((line) => {
    const [names = "", signs = ""] = line.split(": ", 2);
    return { names: listOf(names), signs: listOf(signs) };
  });

/** Words that mean nothing else in another language, for pages whose language nothing tells. */
const isUnmistakable = (word: string) => word.includes(" ") || /^(?:\P{Script=Latin}{2,}|.{7,}\*)$/u.test(word);

/** English words that mean something else in other languages, where they stand for nothing: Spanish `todo` is all. */
const homographs = new Set(
  "todo to-do ci inn band spa cook stock stocks brand note data plan pet dog cat etl sprint schema query sound bot bots seed tax tunnel deal deals leads hr course trip stop inbox film study bank".split(
    " ",
  ),
);

/** Words of other languages that stand in texts on anything: one more text that says them confirms nothing. */
export const saidOfAny = new Set(
  "devis,presupuestos,orçamentos,preventivi,offertes,cours,argent,soins,laufen,sparen,leren,oplevelser,perjalanan,rota,clubs,ekonomi,boende,clases,gastos,spese,notas,reis,medlemmer,kurs,tâches,tareas,tarefas,zadań,úkoly,sarcini,anleitungen,formación,capacitación,quiz,apprendre,studier,opas,oppaat,naučit,učit,kehadiran,citas,turni,turnos,noter,notater,appunti,notities,kost,spam,rgpd,lgpd,kvkk,rodo,avg-compliant,gizlilik,habitants,leden,soci,asociados,hotel,musica,voyage*,viaje*".split(
    ",",
  ),
);

/** The concepts with the words of a language beside the English ones; of all languages where it is not known. */
export function conceptsIn(language: string | null): Concept[] {
  return concepts.map(({ names, signs }) => {
    const abroad = (wordsAbroad.get(names[0]!) ?? []).flatMap((other) =>
      language === null ? other.words.filter(isUnmistakable) : other.language === language ? other.words : [],
    );
    const english = language === null || language === "en" ? signs : signs.filter((sign) => !homographs.has(sign));
    return { names, signs: [...new Set([...english, ...abroad])], abroad: new Set(abroad) };
  });
}
