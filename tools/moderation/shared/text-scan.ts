import type { FlagKind } from "#db/schema/vocabulary.ts";

// Detects instructions to assistants and requests for votes, in the languages in which we read drafts.

/** Commands that make sense only if a machine reads them. */
const commands =
  /\b(?:(?:ignore|disregard|forget|override|bypass) (?:(?:all|any|the|your|my|every|these|those|of) )*(?:(?:previous|prior|above|earlier|preceding|system|given) )+(?:instructions?|prompts?|rules|guidelines|directions|text|context)|(?:ignore|disregard|forget) (?:(?:all|any|your|every) )+(?:of )?(?:the |your )?(?:instructions?|prompts?)|you are now (?:an? )?(?:\w+ )?(?:ai|assistant|language model|llm|chatbot|dan)\b|(?:instructions?|notes?|attention) (?:to|for) (?:the |any |all )?(?:ai|llm|assistant|language model|crawler|bot)s?\b|new instructions?:|<\/?(?:system|instructions?|assistant)>|\[\/?inst\]|do not (?:tell|mention|reveal) (?:this )?(?:to )?the user|(?:must|should|please|always|shall) (?:also )?(?:list|rank|rate|recommend|describe|classify|mark|categori[sz]e|present) (?:it|us|(?:this|the|our) (?:product|listing|app|tool|site|service|company|project))\b.{0,80}\b(?:as|first|top|highest|best|number one)\b|\brank (?:it|us|this|the product|this product) (?:first|highest|top|number one))/iu;
const foreignCommands =
  /(?<!\p{L})(?:(?:ignorier|missacht|vergiss|vergesst)\p{L}* (?:sie |bitte |alle |die |sämtliche |vorherigen |bisherigen |obigen |vorigen )*(?:anweisung|instruktion|regel|vorgabe)\p{L}*|(?:ignor|oubli)(?:e|ez) (?:toutes |les |vos |ces |tes )*(?:instructions|consignes)|(?:ignor|olvid)(?:a|e|en|ad|ar) (?:todas |las |tus |estas )*(?:instrucciones|órdenes)|ignora(?:te|re)? (?:tutte )?(?:le |queste )?istruzioni|ignore (?:todas )?(?:as )?instruções|negeer (?:alle |de )?(?:vorige |eerdere )?(?:instructies|opdrachten)|zignoruj\p{L}* (?:wszystkie )?(?:poprzednie )?(?:instrukcje|polecenia)|talimatlar\p{L}* (?:yok say|görmezden gel)\p{L}*|(?:игнорируй|проигнорируй|забудь)\p{L}* (?:все )?(?:предыдущие )?(?:инструкции|указания)|(?:ігноруй|проігноруй)\p{L}* (?:усі |всі )?(?:попередні )?(?:інструкції|вказівки)|bỏ qua .{0,20}(?:hướng dẫn|chỉ thị))(?!\p{L})|(?:以前|前|上記|これまで)の(?:すべての)?(?:指示|命令).{0,6}(?:無視|忘れ)|忽略.{0,12}(?:指令|指示|说明|提示)|(?:이전|위의).{0,8}(?:지시|명령).{0,6}무시|تجاهل.{0,24}(?:التعليمات|الأوامر|الإرشادات)/iu;

/** A fake chat turn at the beginning of a line. */
const chatTurn = /^\s*(?:SYSTEM|ASSISTANT)\s*:\s/mu;

/** Phrases that say what a machine must do. Harmless passages about machines also contain them. */
const duties =
  /\b(?:ai|llm|language model|assistant|crawler|chatgpt|claude|gpt)s?(?: model)?s?,? (?:must|should|please|shall)\b|(?<!\p{L})(?:(?:ki|assistent\p{L}*|sprachmodell\p{L}*) (?:muss|müssen|soll|sollen|sollte|sollten)|(?:assistants?|ia|modèles? de langage) (?:doit|doivent|devrait|devraient)|(?:asistentes?|modelos? de lenguaje) (?:debe|deben|debería|deberían)|(?:assistent[ei]|modell[oi] linguistic[oi]) (?:deve|devono)|assistentes? (?:deve|devem)|assistenten? (?:moet|moeten)|asysten\p{L}+ (?:musi|muszą|powinien|powinni)|(?:asistan|yapay zek[aâ])\p{L}* .{0,60}(?:malı|meli)(?:dır|dir)?|(?:ассистент|нейросет|языков\p{L}+ модел)\p{L}* (?:долж\p{L}+|обязан\p{L}*)|асистент\p{L}* (?:повин\p{L}+|мус\p{L}+))(?!\p{L})|(?:AI|アシスタント|言語モデル)(?:は|へ).{0,40}(?:してください|しなければ|すること)|(?:AI|助手|模型).{0,3}(?:必须|應當|应当)|(?:AI|어시스턴트|도우미)는 .{0,40}(?:해야|하십시오)|(?:المساعد|الذكاء الاصطناعي|النموذج).{0,10}(?:يجب|عليه أن)/iu;
/** What an author gains if a machine obeys such a phrase, such as rankings, praise or better prices. */
const gains =
  /\b(?:rank|recommend|list (?:it|us|this)|vote|first|top|best|five stars|free|cite|mention|praise|prefer|rate (?:it|us|this)|describe (?:it|us|this))|(?<!\p{L})(?:erste[nrs]?|beste[nrs]?|kostenlos|empfehl|premi[eè]r|meilleur|gratuit|recommand|primer|mejor|gratis|gratuit[ao]|recomend|recomiend|primo|migliore|raccomand|consigli|primeir|melhor|grátis|eerste|aanbevel|aanrad|pierwsz|najlepsz|darmow|poleca|birinci|en iyi|ücretsiz|öner|перв|лучш|бесплатн|рекоменд|перш|найкращ|безкоштовн)|第一|最高|最好|无料|無料|免费|免費|推荐|推薦|おすすめ|1位|1위|최고|무료|추천|الأول|الأفضل|مجان|يوصي/iu;

/** Phrases that are often harmless, but that a draft does not need. */
const hints =
  /\b(?:system prompt|(?:system|assistant)\s*:\s|you are an? (?:\w+ )?(?:ai|assistant|language model|llm|chatbot|dan)\b|(?:instructions?|notes?|attention) (?:to|for) (?:the |any |all )?(?:model|agent)s?\b|as an ai\b|<\/?(?:page|user|human|document|context)>|(?:set|change) the (?:name|headline|price|pricing|category) (?:to|as)\b|(?:must|should|please|always|shall) (?:also )?(?:list|rank|rate|recommend|describe|classify|mark|categori[sz]e|present) (?:this|the|our|it|us)\b.{0,80}\b(?:as|first|top|highest|best|number one)\b)/iu;

const voteRequests =
  /\b(?:(?:up)?vote (?:for )?(?:us|me|our (?:product|app|tool|launch|listing|project|startup|company)|this (?:product|app|tool|launch|listing|project))|please (?:do )?(?:up)?vote\b(?! (?:on|in)\b)|(?:give|send|lend) us (?:your|a|an) (?:up)?votes?\b|(?:we|i) (?:would )?(?:need|want|love|appreciate) your (?:up)?votes?\b|cast your (?:up)?vote for (?:us|our|me)\b|support us with (?:your|a|an) (?:up)?vote)|(?<!\p{L})(?:(?:stimmt|stimme|stimmen sie|votet|vote) (?:bitte |jetzt |heute )*für (?:uns|unser(?:e|en)? (?:produkt|app|projekt))|(?:gebt|gib|geben sie) uns (?:bitte )?(?:eure|deine|ihre) stimme|votez (?:pour )?(?:nous|notre (?:produit|appli|application|projet))|(?:donnez|accordez)-nous votre (?:vote|voix)|(?:vota|votad|vote|voten) por (?:nosotros|nuestr[oa] (?:producto|app|proyecto))|(?:danos|dennos|dadnos) (?:tu|su|vuestro) voto|vota(?:te)? per noi|votate?ci|vot(?:e|em) (?:em nós|na gente|no nosso (?:produto|app|projeto))|stem (?:nu |vandaag )?op (?:ons|onze (?:app|dienst))|(?:za)?głosuj(?:cie)? na (?:nas|nasz\p{L}*)|bize oy ver\p{L}*|(?:про)?голосу(?:й|йте) за (?:нас|наш\p{L}*)|(?:bình chọn|bỏ phiếu) cho (?:chúng tôi|chúng mình))(?!\p{L})|(?:私たち|当社|弊社|本製品|この製品)(?:に|へ).{0,10}投票|(?:为|為|给|給|替)我们.{0,6}(?:投票|投.{0,2}票)|(?:저희|우리)(?:에게|에|를).{0,10}투표|صوّ?ت(?:وا)? ?لنا/iu;

/** Whether text may be addressed to a machine. Drafts leave out such text, so a false positive costs little. */
export const isInstruction = (text: string): boolean =>
  commands.test(text) || foreignCommands.test(text) || duties.test(text) || hints.test(text);

/** Whether text is addressed to a machine. The test is strict enough for the result to be shown to people. */
const isCommand = (text: string): boolean =>
  commands.test(text) || foreignCommands.test(text) || chatTurn.test(text) || (duties.test(text) && gains.test(text));

export interface FlaggedSentence {
  kind: FlagKind;
  sentence: string;
}

const maxSentenceLength = 300;
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** `name` is the name of the product that the text is about. */
export function scanText(written: string, name = ""): FlaggedSentence[] {
  const text = machineReadable(written);
  const found: FlaggedSentence[] = [];
  for (const kind of ["assistants", "votes"] as const) {
    const matches = kind === "votes" ? (part: string) => voteRequests.test(part) || asksFor(part, name) : isCommand;
    // For nearly all text, the check ends here.
    if (!matches(text)) continue;
    const sentences = sentencesOf(text).filter(matches);
    for (const sentence of sentences.length > 0 ? sentences : [text])
      found.push({ kind, sentence: [...sentence].slice(0, maxSentenceLength).join("") });
  }
  return found;
}

const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+/u)
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => sentence !== "");

const asksFor = (text: string, name: string): boolean =>
  name.length > 2 && text.toLowerCase().includes(`vote for ${name.toLowerCase()}`);

const tagOffset = 0xe0000;

/** Turns invisible tag characters into plain letters, so that the scan includes them. */
const machineReadable = (text: string): string =>
  text
    .replace(/[\u{E0020}-\u{E007E}]/gu, (letter) => String.fromCodePoint(letter.codePointAt(0)! - tagOffset))
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "");
