// What walls say in any wording: groups of words of which a short page without anything else has several.
import type { PageSignals } from './page-signals.ts'

export type StemKind = 'challenge' | 'captcha' | 'refusal' | 'rateLimit' | 'consent'

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
    kind: 'captcha',
    groups: [
      /\brobot|\bbot\b|human|\ba person\b|mensch|humain|humano|umano|\bmens\b|människ|człowiek|человек|人間|机器人/,
      /prove|confirm|verify|show (?:us )?that|are you|bent u|êtes-vous|sind sie|bewijs|beweis|prouve|demuestr|подтвер/,
      /slider|select all|pictures|images|solve|puzzle piece|(?:type|enter|typ|saisi|gib|geben|escrib|введите)[^.]{0,30}(?:characters|letters|text|tekens|zeichen|caract|символ)/,
    ],
    needed: 3,
  },
  {
    kind: 'challenge',
    groups: [
      /\brobot|\bbots?\b|human|automated|crawler|secure|mensch|humain|humano|umano|människ|człowiek|человек|人間/,
      /verif|check(?:s|ing)\b|überprüf|vérifi|controle|sprawdza|провер|確認|puzzle/,
      /please (?:wait|hold)|hold on|a moment|few seconds|moment\b|ögonblick|sekunder|augenblick|sekunden|instant|secondes|segundos|secondi|sekund|секунд|once\b/,
      /your (?:browser|connection)|each visitor|javascript|needs? java/,
      /redirect|forwarded|weitergeleitet|redirigé/,
    ],
    needed: 3,
  },
  {
    kind: 'rateLimit',
    groups: [
      /too (?:many|fast|quickly|often)|(?:limit|quota|number) (?:reached|exceeded|used up|of requests)|used up|slow down|throttl|zu (?:viele|schnell)|trop (?:de|vite)|demasiad|troppe/,
      /request|\breload|pages|anfragen|requêtes|solicitudes|richieste/,
      /wait|try again|later|minute|\bhour|short time|später|plus tard|más tarde|più tardi/,
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

/** The kind of a short page that has nothing but the words of a wall; null for others. */
export function kindByStems(signals: PageSignals): StemKind | null {
  if (signals.textChars > MAX_CHARS || signals.links > MAX_LINKS || signals.pictures > 1) return null
  const text = [...signals.titles, ...signals.headings, signals.text].join(' ')
  for (const { kind, groups, needed } of STEMS) {
    if (groups[0]?.test(text) !== true) continue
    if (groups.filter((group) => group.test(text)).length >= needed) return kind
    if (kind === 'refusal' && OF_VISITOR.every((words) => words.test(text))) return kind
  }
  return null
}
