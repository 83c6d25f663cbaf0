// The phone numbers of a page: only with evidence, such as a word before them, because most digits of a page are no phone.
import type { CountryCode } from 'libphonenumber-js/max'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { attribute, lineText, wordsOf } from '#parsing/html/html-node.ts'
import type { ContactPage } from '#extractors/contact/page/contact-page.ts'
import {
  contextOf,
  createSightings,
  type Evidence,
  type Supported,
} from '#extractors/contact/page/evidence.ts'
import { whatsappNumber } from '#extractors/contact/socials/messengers.ts'
import {
  EXTENSION_WORDS,
  isInternational,
  isOnlyPhone,
  isWrittenAsPhone,
  looksOther,
  numbersOfRun,
  phonesOf,
  type PhoneContact,
} from './phone-text.ts'

const FIELDS: ReadonlySet<string> = new Set([
  'telephone',
  'phone',
  'phoneNumber',
  'tel',
  'faxNumber',
  'mobile',
])
const FAX_FIELD = /fax/i
const LINK = /^(?:tel|callto|sms|fax):/i
/** May hold several numbers. */
const RUN = new RegExp(
  `\\(?\\+?[\\d(][\\d\\s()/.\\u2010-\\u2015-]{4,60}\\d(?:[\\s,;(]{0,3}(?:${EXTENSION_WORDS})[.:\\s]{0,3}\\d{1,5}\\b)?`,
  'giu',
)
/** Between the numbers of a list, all of which have the label of the first one. */
const LIST =
  /^\s?(?:[;,/|\u2010-\u2015-]|(?:or|oder|ou|o|y|and|und|et|e|u|&)\b)\s?(?:(?:or|oder|ou|o|y|and|und)\s)?$/i
/** A page of a stranger may hold nothing but numbers. */
const MAX_TRIED = 2_000
/** Where a label is looked for. */
const MAX_BEFORE = 48

/** By language, as pages write them. `*` is any ending: `telefon*` is also `Telefonszám` and `telefonní`. */
const PHONE_WORDS = [
  'tel tél tels tlm tlmv tlf tlfno tfno tlph telf telp tel/fax telefon* telèfon* telephone* téléphone* telefoon* telefono* teléfono* telefone* telepon*',
  'ph phone phones fon fone ring sms ruf rufnummer bel anruf zentrale durchwahl hotline helpline infoline infolinia infolinka infolinie',
  'call calling appelez appeler llame llámenos llamar chiama chiamate chiamare ligue anrufen zadzwoń zavolejte volejte позвоните καλέστε hívjon sunați arayın hubungi soita text dial freephone freecall tollfree landline office mob mobil mobile mobiel handy cell cellphone cellulare cel celular móvil',
  'numero\\sverde número\\sverde numéro\\svert número\\sgratuito teléfono\\sgratuito urgenze urgencias urgences urgências urgente notfall notdienst emergency emergencies astreinte port portable mòbil* natel gsm hp wa whatsapp cep kom komórka komórkowy mobilní mobilný mobiltelefon* matkapuhelin* puh puhelin* vaihde växel',
  'sími tālr tālrunis contact contacto kontakt switchboard standard central centralita conmutador pbx telemóvel telemovel talian',
  'τηλ τηλέφων* κιν κινητό тел телефон* моб мобильный мобільний gsm đt sđt điện\\sthoại di\\sđộng',
  'هاتف الهاتف تليفون تلفون موبايل جوال الجوال اتصل تلفن موبایل טלפון טל נייד फोन मोबाइल दूरभाष',
].join(' ')
const FAX_WORDS =
  'fx fax faxnummer fax-nr telefax* faks* telefaks* télécopie* télécopieur* φαξ факс* فاكس الفاكس فکس نمابر פקס'
/** Of languages that are written without blanks: they may follow another word at once. */
const JOINED_PHONE =
  '電話|电话|電話番号|電話號碼|热线|熱線|专线|專線|手机|手機|携帯|대표전화|전화번호|전화|연락처|휴대폰|โทรศัพท์|โทร|มือถือ|☎|☏|📞|📱|✆|🕿'
const JOINED_FAX = '传真|傳真|ファックス|ファクス|ファクシミリ|팩스|แฟกซ์|โทรสาร|📠|🖷'

/** All that speaks for each number; `isCut` where the page has more numbers than are tried. `countries` are tried in their order for numbers without a country code. */
export function readPhones(
  page: ContactPage,
  countries: readonly CountryCode[],
): { readonly phones: readonly Supported<PhoneContact>[]; readonly isCut: boolean } {
  const sightings = createSightings<PhoneContact>(({ e164, extension }) => `${e164} ${extension ?? ''}`)
  const [faxes, labelled] = [new Set<string>(), new Set<string>()]
  let tried = 0
  const add = (text: string, kind: Evidence['kind'], context: string, isFax = false): void => {
    tried += 1
    if (tried > MAX_TRIED) return
    for (const phone of phonesOf(text, countries, kind !== 'text' && kind !== 'label')) {
      if (isFax) faxes.add(phone.e164)
      else if (kind === 'label' || kind === 'jsonld') labelled.add(phone.e164)
      sightings.add({ ...phone, isFax }, { kind, context: contextOf(context) })
    }
  }
  const isNumber = (text: string): boolean => {
    tried += 1
    return tried <= MAX_TRIED && phonesOf(text, countries).length > 0
  }
  for (const element of page.document.all) {
    const href = attribute(element, 'href')?.trim() ?? ''
    if (LINK.test(href) && !page.others.hasElement(element))
      add(linkedNumber(href), 'tel', lineText(element, 200), /^fax:/i.test(href))
    const messenger = element.name === 'a' ? whatsappNumber(href) : null
    if (messenger !== null) add(messenger, 'link', lineText(element, 200))
    const field = wordsOf(element, 'itemprop').find((name) => FIELDS.has(name))
    if (field !== undefined)
      add(attribute(element, 'content') ?? lineText(element, 100), 'microdata', field, FAX_FIELD.test(field))
  }
  for (const { name, value } of page.facts)
    if (FIELDS.has(name)) add(value, 'jsonld', name, FAX_FIELD.test(name))
  for (const { value } of page.state)
    for (const name of ['telephone', 'faxNumber'])
      if (value[name] !== undefined) add(value[name], 'label', name, FAX_FIELD.test(name))
  for (const [at, line] of page.lines.entries()) {
    if (tried > MAX_TRIED) break
    if (!/\d/.test(line)) continue
    const isAmongContacts = (): boolean =>
      NEAR.test(
        page.lines
          .slice(Math.max(0, at - 2), at + 3)
          .join('\n')
          .slice(0, 1_000),
      )
    const above = page.lines[at - 1] ?? ''
    for (const { text, start, label, isFax } of numbersIn(line, above, isAmongContacts, isNumber)) {
      const before = line.slice(Math.max(0, start - MAX_BEFORE), start)
      if (page.others.hasAt(at, start) || page.others.isOfService(before)) continue
      add(text, label === null ? 'text' : 'label', line, isFax)
    }
  }
  // `Fax: <a href="tel:…">`: the link says less than the word before it.
  const phones = sightings.all().map((found) => {
    const { e164 } = found.value
    const isFax = found.value.isFax || (faxes.has(e164) && !labelled.has(e164))
    return isFax ? { ...found, value: { ...found.value, isFax } } : found
  })
  return { phones, isCut: tried > MAX_TRIED }
}

/** `tel:+49%2030%20901820;ext=12` without the parameters of another telephone network. */
const linkedNumber = (href: string): string =>
  percentDecoded(href.slice(href.indexOf(':') + 1, 100)).replace(/;(?!ext=).{0,60}$/, '')

interface NumberInLine {
  readonly text: string
  /** Where it begins. */
  readonly start: number
  /** The word that calls it a phone or a fax; null without one. */
  readonly label: string | null
  readonly isFax: boolean
}

/** What stands in a line as a phone number, and what it is called. */
function* numbersIn(
  line: string,
  above: string,
  isAmongContacts: () => boolean,
  isNumber: (text: string) => boolean,
): Generator<NumberInLine> {
  /** The label of the number before, and where that ended. */
  let last: { readonly label: string; readonly end: number } | null = null
  for (const { 0: found, index: foundAt } of line.matchAll(RUN)) {
    // `(1-800-969-2500)`: the bracket is one of the sentence.
    const opening = found.startsWith('(') && !found.includes(')') ? 1 : 0
    const runStart = foundAt + opening
    for (const { text, index: inRun } of numbersOfRun(found.slice(opening), isNumber)) {
      const index = runStart + inRun
      const end = index + text.length
      const before = line.slice(Math.max(0, index - MAX_BEFORE), index)
      // A label may stand in a line of its own, above the number.
      const label: string | null =
        phoneLabel(index === 0 ? ` ${above.slice(-MAX_BEFORE)} ` : before) ??
        (last !== null && LIST.test(line.slice(last.end, index)) ? last.label : null)
      const isNamed = label !== null
      if (isInsideWord(line, index, text, isNamed) || looksOther(text, isNamed)) continue
      if (isNamed) last = { label, end }
      else if (
        !(isWrittenAsPhone(text) || (isAlone(line, text) && isAmongContacts())) ||
        (isOtherNumber(before) && !isOnlyPhone(text))
      )
        continue
      const isFax =
        (label !== null && isFaxLabel(label) && !BOTH.test(index === 0 ? above : before)) ||
        isFaxBehind(line.slice(end, end + 12))
      yield { text, start: index, label, isFax }
    }
  }
}

/** `Tel./Fax`, `Τηλ. και φαξ`: a number for both. */
const BOTH =
  /(?:tel|tél|tlf|telefon|telefono|teléfono|telefone|téléphone|phone|puh|τηλ|тел)\p{L}{0,8}\.?\s?(?:[/&+,–-]|(?:e|y|et|und|and|og|och|ja|oraz|и|και)\s)\s?(?:tele)?(?:fax|faks|φαξ|факс)\p{L}{0,4}\.?[^\p{L}\d]{0,6}$/iu
/** What shows that a line of nothing but digits in groups is one of the contacts: an address or a mail beside it. */
const NEAR = /@|\((?:at|arroba|a)\)|(?:^|\s)\d{4,5}(?:-\d{3})?\s\p{Lu}\p{L}{2}|\d{3}\s\d{2}\s\p{Lu}\p{L}{2}/u
/** The line is a number in groups, and a mark of a footnote. */
const isAlone = (line: string, text: string): boolean =>
  /^\d{2,5}(?:\s\d{2,4}){1,4}$/.test(text) && /^\s?\*{0,3}$/.test(line.replace(text, ''))

/** A number that is known to be one may follow a mark (`Tel.:030`) and be followed by the next word (`030 90Fax`). */
function isInsideWord(line: string, start: number, text: string, isNamed: boolean): boolean {
  const before = line.slice(Math.max(0, start - 1), start)
  const after = line.slice(start + text.length, start + text.length + 2)
  const isKnown = isNamed || isInternational(text)
  return (
    (isKnown ? /[\p{L}\d_#=%€$£@]$/u : /[\p{L}\d_#=.,:%€$£@]$/u).test(before) ||
    (isKnown ? /^(?:[\p{Ll}\d_%€$£@°]|[.,:]\d)/u : /^(?:[\p{L}\d_%€$£@°]|[.,:]\d|-\p{L})/u).test(after)
  )
}

const alternatives = (text: string): string => text.split(' ').join('|').replaceAll('*', '\\p{L}{0,12}')

/** After the word: `us on`, `(office)`, `for bookings:`, `number`, marks. */
const BETWEEN =
  '(?:\\s(?:us|now|today|free|me|toll[\\s-]?free)){0,2}(?:\\s(?:on|at|under|unter))?[^\\p{L}\\d]{0,8}' +
  '(?:\\(?(?:\\p{L}{2,12}\\s){0,2}\\p{L}{2,12}\\)[^\\p{L}\\d]{0,4}|(?<=[^\\p{L}])(?:\\p{L}{1,12}\\s){0,2}\\p{L}{1,12}\\s?:\\s?)?(?:(?:nr|no|nº|n°|nummer|number|番号|号码|號碼)[^\\p{L}\\d]{0,4})?$'
const LABEL = new RegExp(
  `(?:(?:^|[^\\p{L}])(${alternatives(PHONE_WORDS)}|${alternatives(FAX_WORDS)})|(${JOINED_PHONE}|${JOINED_FAX}))${BETWEEN}`,
  'iu',
)
const FAX = new RegExp(`^(?:f|${alternatives(FAX_WORDS)}|${JOINED_FAX})$`, 'iu')
/** `(303) 555-0100 (fax)` */
const FAX_BEHIND = /^\s{0,2}(?:\((?:tele)?fax\)|(?:tele)?fax\s{0,3}$)/i
/** `T 030 …`, `F: 030 …`, but not the end of a name. */
const LETTER = /(?:^|[\s|,;(•·])([tf])(?:\s{0,2}[.:|]|\s{1,2}|\s[\u2010-\u2015-]\s)\s{0,2}$/iu
/** `m +49 171 …`, `p: 555 …`: letters that are more often something else. */
const RARER_LETTER = /(?:^|[\s|,;])[mpd]\s?[:.]\s?$/iu

/** What other numbers are called. */
const NO_PHONE =
  /(?:(?:bestell|auftrag|rechnung|invoice|artikel|order|konto|account|steuer|kunden|customer|ticket|tracking|serien|serial|modell?|koordinat|coordinat|lizenz|licen[sc]e|regist|version|referen|mitglied|member|vorgang|akten|vertrag|pedido|factura|commande|facture|ordine|fattura|bankgiro|plusgiro)\p{L}{0,14}|(?:^|[^\p{L}])(?:isbn|issn|iban|bic|swift|kto|blz|art|sku|ean|gtin|upc|mpn|vat|ust(?:-?id)?|uid|tva|iva|p\.?\s?iva|nif|nipc|cif|dni|rut|ruc|nit|rfc|cuit|cnpj|cpf|cep|gstin|pan|siret|siren|rcs|kvk|btw|mwst|tax|hr[ab]|zvr|abn|acn|cin|nip|regon|krs|pesel|i[cč]o?|di[cč]|org\.?|cvr|oib|cui|inn|mst|инн|кпп|огрн|р\/с|єдрпоу|афм|αφμ|lat|lng|lon|gps|build|ip|doi|pmid|zip|plz|postcode|r[eé]f|id|code|part|item|lot|style|case|docket|patent|permit|file|batch|form|grant)|ח\.?פ|号|號|统一编号|統一編號|邮编|郵編|등록번호|qq)[^\p{L}\d]{0,6}(?:(?:nr|no|nummer|number|zahl|n°)[^\p{L}\d]{0,6})?$/iu

/** The word that calls what follows a phone or a fax; null where there is none. `before` is the end of a text. */
function phoneLabel(before: string): string | null {
  const [, word, joined] = LABEL.exec(before) ?? []
  return word ?? joined ?? LETTER.exec(before)?.[1] ?? (RARER_LETTER.test(before) ? 'm' : null)
}

const isFaxLabel = (label: string): boolean => FAX.test(label)
/** Whether what follows a number calls it a fax. */
const isFaxBehind = (after: string): boolean => FAX_BEHIND.test(after)
const isOtherNumber = (before: string): boolean => NO_PHONE.test(before)
