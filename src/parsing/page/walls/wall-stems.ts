// What walls say in any wording: groups of words of which a short page without anything else has several.
import type { PageSignals } from './page-signals.ts'
import { asksOf, EXPLAINS_STATUS, explainsConsent } from './wall-words.ts'

export type StemKind =
  | 'challenge'
  | 'captcha'
  | 'refusal'
  | 'rateLimit'
  | 'consent'
  | 'missing'
  | 'error'
  | 'parked'
  | 'unfinished'

interface Stems {
  readonly kind: StemKind
  /** Each says another thing; the first has to be there. */
  readonly groups: readonly RegExp[]
  readonly needed: number
}

const LATER =
  /try again|again (?:later|soon)|check back|be (?:right )?back|few (?:minutes|moments)|shortly|in kürze|später|gleich wieder|noch einmal|erneut|plus tard|bientôt|quelques instants|más tarde|pronto|presto|torniamo|back as soon|nuevo|più tardi|breve|mais tarde|later|straks|binnenkort|później|za chwilę|wkrótce|ponownie|позже|скоро|しばらく|稍后|나중에|senare|senere|sonra|později/
const SORRY =
  /sorry|apolog|inconvenience|patience|thank|understand|team has been|our (?:end|side|team)|right now|currently|temporarily|bitte|entschuldig|verständnis|derzeit|gerade|vorübergehend|merci|désolé|excus|actuellement|momentanément|disculp|molest|gracias|temporalmente|lament|scus|grazie|disagi|momentaneamente|desculp|obrigad|temporariamente|excuses|begrip|momenteel|tijdelijk|przeprasz|dziękuj|извин|приносим|временно|申し訳|ご迷惑|抱歉|죄송|tyvärr|beklag|omlouv|dočasně/

/** In the order in which they count: a wall that asks for something is told from one that only waits or refuses. */
const STEMS: readonly Stems[] = [
  {
    kind: 'consent',
    groups: [
      /cookie|tracking/,
      /\bpartner/,
      /(?:on|auf|sur|su|en|op|na) (?:your |a |an |einem |ihrem |un |tu |het |een |twoim )?(?:device|gerät|appareil|dispositivo|apparaat|urządzeni)/,
      /accept|\bagree|consent|zustimm|akzeptier|accepter|aceptar|aceitar|accetta|akkoord|zgadzam|souhlas|godkänn|принять/,
    ],
    needed: 3,
  },
  {
    kind: 'consent',
    groups: [
      /\b(?:16|18|19|20|21)\b|legal (?:drinking )?age|volljährig|majeure?\b|mayor(?:es)? de edad|maggiorenn|maior de idade|meerderjarig/,
      /\b(?:web)?site|\bpage\b|\bshop|webse|\bsitio|\bsito\b|\bpágina/,
      /verif|confirm|bestätig|bevestig|to enter|to access|\bi am\b|\bi'm\b|ich bin|j'ai|\bsoy\b|\bsono\b|\btengo\b/,
    ],
    needed: 3,
  },
  {
    kind: 'captcha',
    groups: [
      /\brobot|\bbot\b|human|automated program|\ba person\b|mensch|humain|humano|umano|\bmens\b|människ|człowiek|человек|робот|人間|机器人|로봇/,
      /prove|confirm|verif|show (?:us )?that|are you|bent u|êtes-vous|sind sie|bewijs|beweis|prouve|demuestr|подтвер/,
      /slider|curseur|schieberegler|deslizador|cursore|suwak|ползун|select all|pictures|images|solve|puzzle piece|(?:type|enter|typ|saisi|gib|geben|escrib|введите)[^.]{0,30}(?:characters|letters|text|tekens|zeichen|caract|символ)/,
    ],
    needed: 3,
  },
  {
    kind: 'challenge',
    groups: [
      /\brobot|\bbots?\b|human|automated|crawler|secure|\bsegur|sécurité|sécurisé|sicurezz|\bsicher|bezpiecz|безопасн|安全|mensch|humain|humano|umano|människ|człowiek|человек|人間/,
      /verif|check(?:s|ing)\b|überprüf|vérifi|comprob|comprueb|controll?[eo]|sprawdza|провер|確認|puzzle/,
      /please (?:wait|hold)|hold on|a moment|few seconds|moment\b|ögonblick|sekunder|augenblick|sekunden|instant|secondes|segundos|secondi|sekund|секунд|once\b/,
      /your (?:browser|connection)|each visitor|javascript|needs? java/,
      /redirect|forwarded|weitergeleitet|weiterleit|redirig|redirecion|reindirizz|przekierow|перенаправ/,
    ],
    needed: 3,
  },
  {
    kind: 'rateLimit',
    groups: [
      /too (?:many|fast|quickly|often)|(?:limit|quota|number) (?:reached|exceeded|used up|of requests)|used up|slow down|throttl|zu (?:viele|schnell)|trop (?:de|vite)|demasiad|troppe|集中|混み合|混雑|过于频繁|过多|拥挤|너무 많|слишком (?:много|часто)/,
      /request|\breload|pages|seiten|páginas|pagine|anfragen|requêtes|solicitudes|richieste|アクセス|访问|请求|요청|접속|запрос/,
      /wait|try again|later|minute|\bhour|short time|später|plus tard|más tarde|più tardi|しばらく|再度|稍后|잠시 후|다시 시도|позже|минут/,
    ],
    needed: 3,
  },
  {
    kind: 'refusal',
    groups: [
      /not (?:allowed|permitted|available to you)|prohibit|cannot (?:serve|be used|be shown|open)|can't (?:serve|be used|be shown)|denied|\brefused|stopped your|blocked|forbidden|verweigert|gesperrt|refusé|bloqué|denegad|bloquead|negato|bloccat|запрещ|заблокир/,
      /your (?:network|ip|client|browser|location|country|region|address|request|connection)|\bvpn\b|\bproxy|automated (?:access|request|tool)|where you are|security policy|suspicious/,
      /contact|administrator|webmaster|mistake|an error|incident|reference|event id|switch (?:it )?off|support id|ray id/,
    ],
    needed: 3,
  },
  {
    kind: 'error',
    groups: [
      /(?:under(?:going)?|for|performing|in|due to|doing)(?: [a-z]+){0,2} maintenance|maintenance (?:mode|work)|en (?:cours de )?maintenance|(?:en|tareas de|por) mantenimiento|(?:in|per) manutenzione|em manutenção|(?:in|voor|door) onderhoud|\bgewartet|wartungs(?:arbeit|modus|pause)|prace (?:konserwac|techn)|przerwa techn|на обслуживании|технически[ехм]{1,2} (?:работ|проблем)|メンテナンス中|维护中|점검 중|bakımda|underhåll|vedlikehold|údržb|karbantart/,
      /(?:web|internet)|\bsite|\bshop\b|\bstore\b|\bpage|boutique|\bsitio|\bsito\b|seite|online|server|strona|serwis|сайт|サイト|アクセス|网站|사이트/,
      LATER,
      SORRY,
    ],
    needed: 4,
  },
  {
    kind: 'error',
    groups: [
      /technical (?:difficult|problem|issue|error)|(?:server|internal|unexpected|critical|system) error|went wrong|technisch(?:e|es|en) (?:störung|problem|fehler)|(?:server|interner|unerwarteter) ?fehler|erreur (?:technique|interne|serveur|inattendue)|error (?:interno|inesperado|del servidor|técnico)|errore (?:interno|imprevisto|del server|tecnico)|erro (?:interno|inesperado|do servidor)|błąd (?:serwera|wewnętrzny)|nieoczekiwany błąd|(?:внутренняя )?ошибка сервера|サーバーエラー|服务器错误/,
      LATER,
      SORRY,
    ],
    needed: 3,
  },
  {
    kind: 'parked',
    groups: [
      /(?:\baccount|\bdomain|\bdominio|domínio|\bdomein|nom de domaine|домен|(?:web ?|internet)(?:site|seite|präsenz|stránk)|\bsite\b|\bsitio\b|\bsito\b|\bstrona|\bсайт).{0,30}(?:parked|for sale|suspended|has expired|not (?:been )?(?:published|set up|configured)|default page|à vendre|en vente|suspendu|suspendid|sospes|gesperrt|zu verkaufen|zum verkauf|in vendita|en venta|à venda|te koop|na sprzedaż|продаётся|продается|registriert)/,
      /\bowner|hosting|provider|registrar|\boffer\b|inhaber|propriétaire|propietario|proprietario|eigenaar|właściciel|владел|(?:faire une|make an) off/,
    ],
    needed: 2,
  },
  {
    kind: 'unfinished',
    groups: [
      /(?:\bdomain|\bdominio|domínio|\bdomein|nom de domaine|домен|(?:web ?|internet)(?:site|seite|präsenz|stránk)|\bsite\b|\bsitio\b|\bsito\b|\bstrona|\bсайт).{0,30}(?:under construction|in aanbouw|im aufbau|in costruzione|en construc|em construção|w budowie|в разработке)/,
      /check back|come back|soon|binnenkort|in kürze|bald|bientôt|próximamente|pronto|prossimamente|em breve|wkrótce|скоро/,
    ],
    needed: 2,
  },
]
/** Refusals without an address to complain to say more than one thing of the visitor. */
const OF_VISITOR: readonly RegExp[] = [/where you are/, /your (?:location|country|region)/]
/** A wall has its words and hardly any else. */
const MAX_CHARS = 260
const MAX_LINKS = 3

/** What a site has at an address. */
const THING =
  /\b(?:page|product|article|item|listing|job|posting|position|vacancy|offer|video|post|file|document|content|topic|thread|profile|user|account|event|recipe|link|url|address)\b|seite|produkt|artikel|anzeige|angebot|stelle|inhalt|produit|annonce|offre|contenu|página|producto|artículo|anuncio|oferta|contenido|produto|artigo|anúncio|conteúdo|pagina|prodotto|articolo|annuncio|contenuto|strona|strony|ogłoszeni|страниц|сторінк|товар|объявлени|sayfa|ürün|\bsid(?:an|en)\b|sivu|stránk|σελίδα|halaman|الصفحة|trang|oldal|stranica|страница|דף|หน้า|puslapi|lapa|lehekülg|pàgina|ページ|商品|页面|페이지/
/** That it is not there. */
const GONE =
  /(?:not|n't|cannot) (?:be )?(?:found|find|exist|available)|no longer (?:available|exist|active|online|offered|sold|listed|on sale)|unavailable|has (?:expired|been (?:removed|deleted|taken down))|(?:nicht|kein)[^.]{0,20} (?:gefunden|existiert|verfügbar|vorhanden)|existiert nicht|gibt es nicht mehr|introuvable|n'existe p(?:as|lus)|n'est (?:pas|plus) (?:disponible|en ligne)|désactivé|(?:nicht|nie) mehr (?:angeboten|verkauft|online)|no (?:existe|encontrad|está disponible|se (?:encuentra|ha encontrado))|ya no (?:existe|está)|não (?:existe|encontrad|está (?:mais )?disponível)|non (?:esiste|trovat|è (?:più )?disponibile)|niet (?:gevonden|bestaa|beschikbaar)|bestaat niet|nie (?:znaleziono|istnieje|została znaleziona)|не (?:найден|существует|доступн)|bulunamadı|hitta(?:de)?s inte|finns inte|ikke (?:fundet|funnet)|(?:finnes|findes|fant) ikke|ei löy|sivua[^.]{0,20}ei ole olemassa|nenalezen|nebyla nalezena|neexistuje|nenájden|nebola nájdená|(?:δεν|δε) (?:βρέθηκε|υπάρχει)|tidak (?:di)?temukan|غير موجود|(?:не знайден|не існу)|nu (?:a fost găsit|există)|không (?:tìm thấy|tồn tại)|nem (?:található|létezik)|nije pronađen|не е намерен|לא (?:נמצא|קיים)|ไม่พบ|nerasta|nav atrast|ei leitud|no s'ha trobat|見つかりません|存在しません|找不到|不存在|찾을 수 없/
const MAX_HEADLINE = 80
/** What will or may be, which no missing page says of itself. */
const CONDITION = /\b(?:if|when|once|until|after|unless|wenn|falls|sobald|nachdem|cuando|quando|quand)\b/
/** A page that is missing says hardly more than that. */
const MAX_MISSING_CHARS = 160

/** What the last words of a teaser say in any wording: who may read on, that there is more to read, and what it takes. */
const TEASER: readonly RegExp[] = [
  /subscri|\babonn|\babo\b|abonné|suscri|suscr[ií]b|assina|assine|abbona|prenumer|\bmembers?\b|register|free account|\b[a-zäöü]?\+/,
  /\bread\b|reading|\bstory\b|\barticle|weiterlesen|lesen|\blire\b|leer\b|leyendo|leggere|\bläs|lezen|artikel|artículo|articolo|artigo/,
  /unlimited|\bfree\b|already|trial|log ?in\b|sign in|\d ?[€$£]|[€$£] ?\d|testen|kostenlos|\bal abonnee|bereits|\bschon\b|déjà|\bya\b|già|redan|logga in|anmelden|subscriber-only/,
]
const LETTERS = /newsletter|nieuwsbrief|nyhetsbrev|infolettre|boletín|inbox|by e-?mail|per e-?mail|rss/
const MAX_TEASER_END = 160
/** With less text there is nothing to read on from. */
const MIN_TEASER = 400

/** How many of the three things that a teaser says the end of an article says; 0 where it is about a newsletter. */
export function teaserAtEnd({ text }: PageSignals): number {
  const end = text.slice(-MAX_TEASER_END)
  if (text.length < MIN_TEASER || LETTERS.test(end)) return 0
  return TEASER.filter((words) => words.test(end)).length
}

/** The kind of a short page that has nothing but the words of a wall, or whose headline says that it is not there; null for others. */
export function kindByStems(signals: PageSignals): StemKind | null {
  if (signals.textChars > MAX_CHARS || signals.pictures > 1) return null
  const kind = signals.links > MAX_LINKS ? null : wallByStems(signals)
  if (kind !== null) return kind
  if (signals.textChars > MAX_MISSING_CHARS) return null
  // A headline ends where its heading does.
  const text = signals.headings.reduce(
    (all, heading) => all.replace(heading, () => `${heading}.`),
    signals.text,
  )
  const sentences = text.split(/[.!?。]/).filter((line) => !CONDITION.test(line))
  const lines = [...signals.titles, ...signals.headings, ...sentences]
  const isGone = lines.some((line) => line.length <= MAX_HEADLINE && THING.test(line) && GONE.test(line))
  return isGone ? 'missing' : null
}

/** What a business may speak of on a page of its own. */
const OF_SITES: ReadonlySet<StemKind> = new Set(['consent', 'error', 'parked', 'unfinished'])
/** These are in the title or a heading: a business speaks of the site it builds, and of the maintenance it does. */
const NAMED: ReadonlySet<StemKind> = new Set(['error', 'parked', 'unfinished'])
/** Who gives a number to call speaks of a business, not of its server. */
const REACHABLE =
  /\b(?:tel|phone|telefon|téléphone|teléfono|telefono|call|bel|ruf(?:en)?|appelez|llame)\b.{0,20}\d{2}/

function wallByStems(signals: PageSignals): StemKind | null {
  const named = [...signals.titles, ...signals.headings].join(' ')
  const text = `${named} ${signals.text}`
  for (const { kind, groups, needed } of STEMS) {
    if (groups[0]?.test(NAMED.has(kind) ? named : text) !== true) continue
    if (kind === 'rateLimit' && EXPLAINS_STATUS.test(text)) continue
    if (kind === 'consent' && explainsConsent(signals.titles, signals.headings)) continue
    if (OF_SITES.has(kind) && (REACHABLE.test(text) || (kind !== 'consent' && asksOf(signals)))) continue
    if (groups.filter((group) => group.test(text)).length >= needed) return kind
    if (kind === 'refusal' && OF_VISITOR.every((words) => words.test(text))) return kind
  }
  return null
}
