const imperative =
  /^(?:work|get|build|make|start|discover|create|grow|boost|save|stop|take|turn|find|meet|say|ship|do|think|run|manage|plan|keep|own|bring|move|stay|be|let|write|learn|join|sell|send|master|transform|launch|scale|automate|simplify|organi[sz]e|connect|share|photograph|protect|turn|try)(?![\p{L}])|^(?:finde|entdecke|erstelle|spare|verwalte|starte|mach|werde|trouvez|découvrez|créez|gérez|protégez|simplifiez|réservez|profitez|boostez|trouve|découvre|crée|encuentra|descubre|crea|gestiona|protege|ahorra|automatiza|conecta|lleva|reserva|encontre|descubra|crie|gerencie|proteja|compare|economize|transforme|alavanque|proteggi|scopri|trova|gestisci|risparmia|affida|prenota|semplifica|inizia|porta|ontdek|vind|laat|kies|ervaar|geniet|beheer|maak|bespaar|aldrig har|aldri har|aldrig varit|never has|noch nie|jamais|nunca (?:fue|foi|ha)|bliv|bli|få|spar|spara|lever|lav|lag|opret|opprett|hitta|skapa|øv|ingresa|aprende|prepárate|mejora|convierte|aumenta|aprenda|prepare-se|impara|migliora|aumenta|leer|verbeter|naucz|zwiększ|získejte|objevte|vytvořte|ušetřete|öğren|keşfet|odkryj|znajdź|stwórz|zarządzaj|oszczędzaj|pozwól|zamień|найди\p{L}*|открой\p{L}*|создай\p{L}*|знайди\p{L}*|створи\p{L}*|upptäck|boka|dopřejte|najděte|zažijte|získejte|fedezd|találd|próbáld|descoperă|găsește|deblochează|recâștigă|economisește|bucură-te|löydä|varaa|temukan|khám phá|opdag|oppdag|bestill|ανακαλύψτε|открийте|впустите|доверете|доверьте|zaufaj|powierz|confiez|confía|enter|inserisci|accedi|gib|geben|saisissez|entrez|introduce|digite|voer|wpisz|zaloguj|zadejte|introdu|ange|indtast|syötä|masukkan|nhập|введите|введіть|узнайте)(?!\p{L})/iu;
export const isImperative = (text: string) => imperative.test(text);

const addressed =
  /(?<!\p{L})(?:tua|tuo|tuoi|tue|ton|ta|tes|votre|vos|tus|sua|suas|seu|seus|jouw|je|uw|twój|twoja|twoje|twojej|твой|din|ditt|dina|dit|dine|sinun|tău|ta|tale|dvs|vaš\p{L}*|tvůj|tvoje|saját|της|σου|твоя|ваш\p{L}*|senin|sizin)(?!\p{L})/iu;

export const isAddressed = (text: string) => addressed.test(text);

const greeting =
  /^(?:hello|hi|hey|hallo|moin|servus|grüezi|salut|bonjour|coucou|hola|olá|oi|ciao|hoi|cześć|ahoj|szia|bună|hej|moi|hei|halo|xin chào|merhaba|привет|привіт|здравейте|こんにちは|你好|안녕하세요|مرحبا|welcome|(?:herzlich )?willkommen|bienvenue?|bienvenid[oa]s?|benvenut[oi]|bem-vind[oa]s?|welkom|wita(?:j|my)|vítejte|vítáme|üdvöz\p{L}+|bine ați venit|välkommen|velkommen|tervetuloa|selamat datang|chào mừng|hoş geldin\p{L}*|добро пожаловать|ласкаво просимо|добре дошли)(?=[\s,!.:]|$)/iu;
export const isGreeting = (text: string) => greeting.test(text);

const neverSo =
  /(?<!\p{L})(?:has never been|have never been|was never|war noch nie|waren noch nie|n['’](?:a|ont) jamais été|nunca (?:foi|ha sido|había sido|fue)|non è mai stat[oa]|(?:is|was) nog nooit|nigdy nie był[oay]?|ještě nikdy|nikdy nebyl[oay]?|még soha|nu a fost niciodată|har aldrig va(?:rit|eret)|har aldri vært|ei ole koskaan ollut|belum pernah|chưa bao giờ|hiç bu kadar|никогда не был\p{L}*|ніколи не бул\p{L}*)(?!\p{L})/iu;
export const isBoast = (sentence: string) => neverSo.test(sentence);
