// What walls say in any wording: groups of words of which a short page without anything else has several.
import type { PageSignals } from './page-signals.ts'
import { explainsConsent } from './wall-words.ts'

export type StemKind = 'challenge' | 'captcha' | 'refusal' | 'rateLimit' | 'consent' | 'missing'

interface Stems {
  readonly kind: StemKind
  /** Each says another thing; the first has to be there. */
  readonly groups: readonly RegExp[]
  readonly needed: number
}

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
      /\brobot|\bbot\b|human|automated program|\ba person\b|mensch|humain|humano|umano|\bmens\b|människ|człowiek|человек|人間|机器人/,
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
]
/** Refusals without an address to complain to say more than one thing of the visitor. */
const OF_VISITOR: readonly RegExp[] = [/where you are/, /your (?:location|country|region)/]
/** A wall has its words and hardly any else. */
const MAX_CHARS = 260
const MAX_LINKS = 3

/** What a site has at an address. */
const THING =
  /\b(?:page|product|article|item|listing|job|posting|position|vacancy|offer|video|post|file|document|content|topic|thread|profile|user|account|event|recipe|link|url|address)\b|seite|produkt|artikel|anzeige|angebot|stelle|inhalt|produit|annonce|offre|contenu|página|producto|artículo|anuncio|oferta|contenido|produto|artigo|anúncio|conteúdo|pagina|prodotto|articolo|annuncio|contenuto|strona|strony|ogłoszeni|страниц|товар|объявлени|sayfa|ürün|\bsid(?:an|en)\b|sivu|stránk|ページ|商品|页面|페이지/
/** That it is not there. */
const GONE =
  /(?:not|n't|cannot) (?:be )?(?:found|find|exist|available)|no longer (?:available|exist|active|online|offered|sold|listed|on sale)|unavailable|has (?:expired|been (?:removed|deleted|taken down))|(?:nicht|kein)[^.]{0,20} (?:gefunden|existiert|verfügbar|vorhanden)|existiert nicht|gibt es nicht mehr|introuvable|n'existe p(?:as|lus)|n'est (?:pas|plus) (?:disponible|en ligne)|désactivé|(?:nicht|nie) mehr (?:angeboten|verkauft|online)|no (?:existe|encontrad|está disponible|se (?:encuentra|ha encontrado))|ya no (?:existe|está)|não (?:existe|encontrad|está (?:mais )?disponível)|non (?:esiste|trovat|è (?:più )?disponibile)|niet (?:gevonden|bestaa|beschikbaar)|bestaat niet|nie (?:znaleziono|istnieje|została znaleziona)|не (?:найден|существует|доступн)|bulunamadı|hitta(?:de)?s inte|finns inte|ikke (?:fundet|funnet)|ei löyt|nenalezen|neexistuje|見つかりません|存在しません|找不到|不存在|찾을 수 없/
const MAX_HEADLINE = 80
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
  const lines = [...signals.titles, ...signals.headings, ...signals.text.split(/[.!?。]/)]
  const isGone = lines.some((line) => line.length <= MAX_HEADLINE && THING.test(line) && GONE.test(line))
  return isGone ? 'missing' : null
}

function wallByStems(signals: PageSignals): StemKind | null {
  const text = [...signals.titles, ...signals.headings, signals.text].join(' ')
  for (const { kind, groups, needed } of STEMS) {
    if (groups[0]?.test(text) !== true) continue
    if (kind === 'consent' && explainsConsent(signals.titles, signals.headings)) continue
    if (groups.filter((group) => group.test(text)).length >= needed) return kind
    if (kind === 'refusal' && OF_VISITOR.every((words) => words.test(text))) return kind
  }
  return null
}
