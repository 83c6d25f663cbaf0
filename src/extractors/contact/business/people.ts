// People with their roles: as a page says them to programs, as an imprint names them, and as a team page lists them.
import type { ContactPage } from '#extractors/contact/page/contact-page.ts'
import type { Evidence } from '#extractors/contact/page/evidence.ts'
import { addressesIn, emailAddress } from '#extractors/contact/emails/email-address.ts'
import { statedText } from './stated-values.ts'

/** Null for what the page does not say. */
export interface Person {
  readonly name: string
  readonly role: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** Before the names in an imprint, in the words of the laws that ask for them. */
const OFFICE =
  /^(?:(?:vertretungsberechtigt\p{L}*\s)?(?:geschäftsführ(?:er|ung|erin|ende[rn]?)(?:innen)?|geschäftsleitung|gesellschafter(?:in)?|inhaber(?:in)?|vorstand(?:svorsitzende[rn]?)?|vorsitzende[rn]?|vertreten durch(?: den geschäftsführer| die geschäftsführer(?:in)?)?|verantwortlich(?:e[rn]?)?(?: (?:für|gem|gemäß|nach|i\.?\s?s\.?)[\p{L}\d§.,() /]{0,60})?|chefredakt(?:eur|ion|eurin)|redaktionsleitung|herausgeber(?:in)?|directeur(?:\/directrice)? de (?:la )?publication|directrice de (?:la )?publication|responsable de (?:la )?(?:publication|rédaction)|gérante?|représentant légal|président(?:e)?|legale rappresentante|rappresentante legale|amministrat(?:ore|rice)(?: unic[oa]| delegat[oa])?|direttore responsabile|titolare|representante legal|administrador(?:a)?(?: únic[oa])?|director(?:a)? general|gerente|bestuurder|eigenaar|directie|prezes(?: zarządu)?|właściciel|jednatel|verkställande direktör|vd|daglig leder|administrerende direktør|toimitusjohtaja|managing directors?|chief executive(?: officer)?|ceo|owner|founder|co-founder|proprietor|editor[- ]in[- ]chief|legal representative))\s{0,2}(?:\([\p{L}\d§.,/ -]{1,40}\)\s?)?(?::|–|-|\||$)\s?/iu
/** Roles under the names of a team page. */
const ROLE =
  /\b(?:geschäftsführ|leiter|leitung|inhaber|vorstand|meister|assisten|berater|sekret|manager|director|head of|chief|officer|founder|partner|president|owner|engineer|designer|developer|consultant|coordinator|specialist|sales|marketing|vertrieb|redakt|editor|journalist|attorney|lawyer|anwält|anwalt|notar|steuerberater|ärzt|arzt|doctor|dentist|therap|trainer|coach|teacher|professor|researcher|architekt|architect|buchhalt|accountant|kaufmann|kauffrau|mitarbeiter|ansprechpartner|referent|directeur|directrice|responsable|gérant|chargé|assistant|conseill|directora?|gerente|responsabile|direttore|titolare|impiegat|consulente|medewerker|eigenaar|adviseur|kierownik|dyrektor|specjalista|vd|säljare|ekonom)/iu
const MAX_ROLE = 70
const MAX_PEOPLE = 200
/** One name above a role may be a headline; several are a team. */
const MIN_TEAM = 2
const LINES_OF_PERSON = 4

const TITLES =
  /^(?:(?:herrn?|frau|mr|mrs|ms|m|mme|monsieur|madame|sig|sig\.ra|sr|sra|dr|prof|dipl|mag|ing|avv|dott|rer|med|dent|jur|phil|nat|pol|h\.? ?c|ra|rain|stb|wp|mba|msc|bsc|ll\.?m|kfm|kffr|betriebswirt|volkswirt)(?:\.|\b)(?:-?(?:ing|kfm|kffr|betriebsw|psych|inf)\.?)?\s?){1,6}/iu
/** `Anna-Lena van der Berg`, `José M. García López`. */
const NAME =
  /^\p{Lu}[\p{Ll}'’]{1,20}(?:-\p{Lu}[\p{Ll}'’]{1,20})?(?:\s\p{Lu}\.)?(?:\s(?:von|van|de|del|della|di|da|dos|der|den|zu|zum|la|le|el|al|ter|ten|af)){0,3}(?:\s\p{Lu}(?:[\p{Ll}'’]{1,25}|[\p{Ll}'’]{0,3}\p{Lu}[\p{Ll}'’]{1,20})(?:-\p{Lu}[\p{Ll}'’]{1,20})?){1,3}$/u
/** A headline begins with one; in a name they stand inside. */
const ARTICLE = /^(?:Der|Die|Das|Den|Ein|Eine|Le|La|Les|El|Los|Il|Lo|De|Het|Zum|Zur)\s/u
/** Two capitalised words that are no name. */
const NO_NAME =
  /(?:^|\s)(?:gmbh|mbh|kg|ohg|gbr|ag|ug|se|ev|ltd|limited|llc|inc|corp|sarl|sas|srl|spa|bv|nv|ab|as|oy|team|kontakt|contact|about|home|news|service|services|impressum|imprint|datenschutz|privacy|policy|terms|unsere?|our|the|und|and|for|für|mit|amtsgericht|registergericht|handelsregister|umsatzsteuer|straße|strasse|street|road|weg|platz|telefon|phone|fax|email|adresse|address|öffnungszeiten|hours|gruppe|group|verlag|media|studio|university|universität|institut|school|schule|januar|februar|march|april|june|july|august|september|october|oktober|november|dezember|december|monday|montag|new|york|los|angeles|san|francisco|more|mehr|read|learn|view|all|see|get|free)(?:\s|$)/iu

/** Each name once: the first to say it says the most. */
export function readPeople(
  page: ContactPage,
  siteDomain: string | null,
): { readonly person: Person; readonly kind: Evidence['kind'] }[] {
  const found = new Map<string, { readonly person: Person; readonly kind: Evidence['kind'] }>()
  const add = (person: Person, kind: Evidence['kind']): void => {
    const key = person.name.toLowerCase()
    if (!found.has(key) && found.size < MAX_PEOPLE) found.set(key, { person, kind })
  }
  for (const { kind, types, value } of page.nodes) {
    const name = statedText(value['name'])
    const role = statedText(value['jobTitle'])
    const email =
      emailAddress(statedText(value['email'])?.replace(/^mailto:/i, '') ?? '', siteDomain)?.value ?? null
    // The author of an article is a person without a role.
    if (types.includes('Person') && name !== null && (role !== null || email !== null))
      add({ name, role, email, phone: statedText(value['telephone']) }, kind)
  }
  for (const person of officers(page.lines)) add(person, 'label')
  const team = [...teamMembers(page.lines, siteDomain)]
  if (team.length >= MIN_TEAM) for (const person of team) add(person, 'text')
  return [...found.values()]
}

function* officers(lines: readonly string[]): Generator<Person> {
  for (const [at, line] of lines.entries()) {
    if (line.length > 300) continue
    const word = OFFICE.exec(line)?.[0]
    if (word === undefined) continue
    const rest = line.slice(word.length).trim()
    const role = word.replace(/[\s:|–-]{1,5}$/, '')
    // A word alone is an item of a menu as often as a heading.
    const names = rest === '' && /:\s*$/.test(word) ? (lines[at + 1] ?? '') : rest
    for (const name of namesIn(names)) yield { name, role, email: null, phone: null }
  }
}

function* teamMembers(lines: readonly string[], siteDomain: string | null): Generator<Person> {
  for (const [at, line] of lines.entries()) {
    const role = lines[at + 1] ?? ''
    if (!isPersonName(line) || ROLE.test(line) || !isRole(role)) continue
    let email: string | null = null
    for (const below of lines.slice(at + 2, at + 2 + LINES_OF_PERSON)) {
      if (isPersonName(below)) break
      email ??= addressesIn(below).flatMap((text) => emailAddress(text, siteDomain)?.value ?? [])[0] ?? null
    }
    yield { name: line, role, email, phone: null }
  }
}

/** A short line with a word for a role and no other name, sentence, address or number. */
const isRole = (line: string): boolean =>
  line.length <= MAX_ROLE && ROLE.test(line) && !/[.!?:]$|@|\d{3}/.test(line) && namesIn(line).length === 0

/** Whether a line is the name of a person and nothing else. */
function isPersonName(line: string): boolean {
  if (line.length > 60 || line.length < 5) return false
  const bare = line.replace(TITLES, '')
  return NAME.test(bare) && !ARTICLE.test(bare) && !NO_NAME.test(bare.replace(/[-.]/g, ' '))
}

/** The names of a list: `Dr. Anna Berg, Jan Maier und Eva Kurz`, without what follows in brackets. */
function namesIn(text: string): string[] {
  return text
    .slice(0, 200)
    .replace(/\([^()]{0,80}\)/g, '')
    .split(/\s?(?:,|;|\/|&|\||\s[–-]\s|\s(?:und|and|et|e|y|en|i|og|och)\s)\s?/)
    .map((part) => part.trim())
    .filter(isPersonName)
    .slice(0, 10)
    .map((part) =>
      part.replace(TITLES, (title) =>
        /dr|prof|dipl|mag/i.test(title) ? title.replace(/^(?:herrn?|frau)\s/i, '') : '',
      ),
    )
}
