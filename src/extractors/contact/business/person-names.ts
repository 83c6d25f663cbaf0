// Names of persons as they stand in a text, without the titles before them.
import { ROLE } from './role-words.ts'

/** Null for what the page does not say. */
export interface Person {
  readonly name: string
  readonly role: string | null
  readonly email: string | null
  readonly phone: string | null
}

const TITLES =
  /^(?:(?:herrn?|frau|mr|mrs|ms|miss|m|mme|mlle|monsieur|madame|sir|dame|rev|fr|sig|sig\.ra|sr|sra|srta|d|dña|dna|don|doña|dom|dona|dr|dra|dr\.ª|drª|prof|profa|dipl|mag|ing|eng|engª|arch|arq|avv|adv|dott|dott\.ssa|dottssa|dottoressa|rag|geom|ag|sc|lic|ldo|lda|me|maître|mgr|mudr|judr|bc|mvdr|phdr|paeddr|rndr|inż|mec|dhr|mevr|mw|ir|drs|δρ|κ|κος|κα|rer|med|dent|vet|jur|phil|nat|pol|h\.? ?c|ra|rain|stb|wp|mba|msc|bsc|ll\.?m|kfm|kffr|betriebswirt|volkswirt)(?:\.ª|\.º|\.ssa|\.ra|\.|(?![\p{L}\d'’]))(?:-?(?:ing|kfm|kffr|betriebsw|psych|inf)\.?)?\s?){1,6}/iu
/** One with a meaning that is kept before the name. */
const KEPT_TITLE = /dr|prof|dipl|mag/i
/** `Anna-Lena van der Berg`, `José M. García López`, `Jean DUPONT`, `Σ. Μαρκάκης`. */
const NAME =
  /^(?:\p{Lu}[\p{Ll}'’]{1,20}(?:-\p{Lu}[\p{Ll}'’]{1,20})?|\p{Lu}\.(?:\s?\p{Lu}\.)?)(?:\s\p{Lu}\.)?(?:(?:\s(?:von|van|de|del|della|di|da|das|do|dos|der|den|zu|zum|la|las|los|le|el|al|bin|ter|ten|af|av|y|e|i)){0,3}\s(?:\p{Lu}(?:[\p{Ll}'’]{1,25}|[\p{Ll}'’]{0,3}\p{Lu}[\p{Ll}'’]{1,20})|\p{Lu}{2,20})(?:-(?:\p{Ll}{1,3}-)?\p{Lu}[\p{L}'’]{1,20})?){1,4}$/u
/** A headline begins with one; in a name they stand inside. */
const ARTICLE =
  /^(?:Der|Die|Das|Den|Ein|Eine|Le|La|Les|El|Los|Las|Il|Lo|Gli|De|Het|Zum|Zur|Nos|Notre|Nuestr[oa]s?|Unser|Unsere|Our|Your|I|Os|As|O|A|Η|Ο|Οι|Τα|Το|Au|Aux|Du|Am|Im|Bei|Chez|In|At)\s/u
/** Two capitalised words that are no name. */
const NO_NAME =
  /(?:^|\s)(?:iva|vat|tva|nif|cif|rea|rcs|siret|bic|iban|sale|casa|politica|política|privacidad|privacidade|cookies?|gmbh|mbh|kg|ohg|gbr|ag|ug|se|ev|ltd|limited|llc|inc|corp|sarl|sas|srl|spa|sl|slu|sa|lda|bv|nv|ab|as|oy|aps|doo|kft|sro|team|équipe|equipo|equipa|squadra|kontakt|contact|contacts|contatti|contacto|contactos|contato|about|home|news|service|services|servizi|servicios|serviços|impressum|imprint|datenschutz|privacy|policy|terms|unsere?|our|the|und|and|for|für|mit|amtsgericht|registergericht|handelsregister|umsatzsteuer|straße|strasse|street|road|weg|platz|via|viale|piazza|corso|calle|avenida|plaza|rua|praça|rue|telefon|phone|fax|email|adresse|address|öffnungszeiten|hours|gruppe|group|verlag|media|studio|studios|university|universität|università|universidad|université|institut|institute|istituto|school|schule|scuola|escuela|école|escola|hotel|restaurant|ristorante|café|bar|clinic|klinik|clinica|clínica|hospital|museum|museo|musée|park|center|centre|centro|zentrum|club|association|associazione|asociación|verein|foundation|stiftung|fondazione|fundación|comune|ayuntamiento|mairie|gemeinde|stadt|city|council|câmara|junta|januar|januari|februar|march|april|june|july|august|september|october|oktober|november|dezember|december|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|janvier|février|juillet|août|octobre|décembre|enero|febrero|mayo|julio|septiembre|octubre|noviembre|diciembre|monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lunes|martes|lundi|mardi|new|york|los|angeles|san|santa|saint|francisco|more|mehr|read|learn|view|all|see|get|free|online|shop|store|book|menu|login|google|facebook|instagram|linkedin|whatsapp|john doe|jane doe|max mustermann|erika mustermann|lorem ipsum)(?:\s|$)/iu

/** Whether a text is the name of a person and nothing else. */
export function isPersonName(text: string): boolean {
  if (text.length > 60 || text.length < 5 || !/\s/.test(text)) return false
  const bare = withoutTitles(text)
  return NAME.test(bare) && !ARTICLE.test(bare) && !NO_NAME.test(bare.replace(/[-.]/g, ' ')) && !isRole(bare)
}

/** Two capitalised words for a role, `Sales Manager`, but not a name that is one: `Anna Koch`, `Tim Hofmeister`. */
function isRole(text: string): boolean {
  const found = ROLE.exec(text)
  if (found === null) return false
  const isEndOfWord = /\p{L}/u.test(text.charAt(found.index - 1))
  return found.index === 0 || !(isEndOfWord || ROLE_NAMES.test(text.slice(found.index)))
}

/** Surnames that are words for a role. */
const ROLE_NAMES =
  /^(?:baker|brewer|koch|meister|kaufmann|priest|carpenter|gardener|cook|chandler|leiter|rektor|notar|clerk|gentile|mestre|maire|maestre|lehrer|schneider|tutor|host|chief|doktor|usta|sekretar|kapitan|agente|paul|partner|marshal)\p{Ll}{0,2}$/iu

const withoutTitles = (text: string): string => text.replace(TITLES, '')

/** With a doctor's title, without `Herr`. */
export const namedPerson = (text: string): string =>
  text.replace(TITLES, (title) => (KEPT_TITLE.test(title) ? title.replace(/^(?:herrn?|frau)\s/i, '') : ''))

/** The names of a list: `Dr. Anna Berg, Jan Maier und Eva Kurz`, without what follows in brackets. */
export function namesIn(text: string): string[] {
  return text
    .slice(0, 200)
    .replace(/\([^()]{0,80}\)/g, '')
    .split(
      /\s?(?:,|;|\/|&|\||\s[–—-]\s|\s(?:und|and|et|og|och|en|ja|oraz|és|și|και|и)\s|(?<=\p{Ll}{2})\s(?:e|y|i|a)\s(?=\p{Lu}))\s?/u,
    )
    .map((part) => part.trim())
    .filter(isPersonName)
    .slice(0, 10)
    .map(namedPerson)
}
