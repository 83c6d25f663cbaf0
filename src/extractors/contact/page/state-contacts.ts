// What the state of a web framework says of contacts: the data that a script of the page shows.
import { isRecord, ownValue } from '#kit/unknown-values.ts'
import { attribute } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { parseJson } from '#parsing/json/parse-json.ts'
import { readAppState } from '#parsing/page/app-state/app-state.ts'

/** An object of the state with the names of JSON-LD. */
export interface StateRecord {
  readonly types: readonly string[]
  readonly value: Readonly<Record<string, string>>
  /** Numbers of companies and whole addresses, with their names before them, as a text has them. */
  readonly lines: readonly string[]
}

const MAX_RECORDS = 2_000
const MAX_VALUES = 100_000
const MAX_DEPTH = 24
const MAX_ATTRIBUTES = 200
const MAX_CHARS = 300
/** Examples, what visitors write, and what others say, sell or make. */
const OTHERS =
  /placeholder|example|sample|dummy|demo|mock|testimonial|review|quote|comment|sentry|i18n|messages|translation|locale|labels|schema|fields|users?$|session|customer|cart|checkout|vendor|theme|partner|sponsor|article|posts?$|blog|news|deal|event|product|hosting|agency|credit|supplier|courier|carrier|analytics|tracking/i

/** By the names that programs give them, the names of JSON-LD; the first that fits counts. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/fax/, 'faxNumber'],
  [
    /^(?:[a-z]{0,20}[_-]?(?:phone|tel|telephone|mobile|telefono|teléfono|telefone|telefon|telefoon|handy|cell|landline|hotline)(?:[_-]?(?:number|no|nr|num|display|1|2))?|direct(?:[_-]?(?:line|dial))?|afterhours|after_hours|whatsapp|tlf|gsm|msisdn)$/,
    'telephone',
  ],
  [/^(?:[a-z]{0,20}[_-]?e?-?mail(?:[_-]?address)?|correo|courriel|epost|pec)$/, 'email'],
  [
    /^(?:jobtitle|job_title|role|title|position|cargo|puesto|funktion|function|fonction|ruolo|stilling|stanowisko)$/,
    'jobTitle',
  ],
  [/^(?:name|fullname|full_name|displayname|nombre|nome|nom|naam|navn|namn|person)$/, 'name'],
  [
    /^(?:street(?:[_-]?(?:address|line))?|address(?:[_-]?(?:line)?[_-]?1)?|line1|strasse|straße|rue|calle|direccion|adresse|indirizzo|morada|addr|gatuadress|adres)$/,
    'streetAddress',
  ],
  [
    /^(?:zip(?:[_-]?code)?|postal[_-]?code|post[_-]?code|plz|cp|cap|codigo_?postal|code_?postal|postnummer|postnr)$/,
    'postalCode',
  ],
  [
    /^(?:city|town|locality|addresslocality|ort|stadt|ville|citta|città|ciudad|poblacion|localidad|localidade|cidade|plaats|miasto|stad)$/,
    'addressLocality',
  ],
  [/^(?:country|countrycode|country_code|addresscountry)$/, 'addressCountry'],
]
const IDS =
  /^(?:vat(?:[_-]?(?:id|number|no))?|tax[_-]?id|cif|nif|nipc|p_?iva|partita[_-]?iva|siret|siren|ust[_-]?id|uid|afm|nip|regon|krs|kvk|btw|org[_-]?(?:nr|no|number)|ico|dic|cvr|gstin|abn|acn|cnpj|ruc|rut|rfc|cuit|nit|company[_-]?(?:number|no))$/
/** In the words of the labels before a number. */
const ID_WORDS: Readonly<Record<string, string>> = {
  piva: 'P.IVA',
  partitaiva: 'P.IVA',
  afm: 'ΑΦΜ',
  ustid: 'USt-IdNr',
  orgnr: 'Org.nr',
  orgno: 'Org.nr',
  orgnumber: 'Org.nr',
  companynumber: 'Company number',
  companyno: 'Company number',
}
const PROFILE = /^https?:\/\/\S{5,280}$/
const PROFILE_NAME =
  /^(?:url|href|link|x|facebook|instagram|linkedin|twitter|youtube|tiktok|pinterest|xing|vimeo|threads|bluesky|mastodon|telegram|vk|line|whatsapp|weibo)(?:[_-]?(?:url|link))?$/

/** The objects of the state that are not under a name of others, outer before inner. */
export function stateRecords(document: HtmlDocument): readonly StateRecord[] {
  const records: StateRecord[] = []
  let left = MAX_VALUES
  const walk = (value: unknown, depth: number): void => {
    left -= 1
    if (left < 0 || depth > MAX_DEPTH || records.length >= MAX_RECORDS) return
    if (Array.isArray(value)) {
      for (const each of value) walk(each, depth + 1)
      return
    }
    if (!isRecord(value)) return
    const record = recordOf(value)
    if (record !== null) records.push(record)
    for (const [name, inner] of Object.entries(value)) if (!OTHERS.test(name)) walk(inner, depth + 1)
  }
  for (const [name, state] of Object.entries(readAppState(document).states))
    if (!OTHERS.test(name)) walk(state, 0)
  const head: Record<string, string> = {}
  let attributes = 0
  for (const element of document.all) {
    const property =
      element.name === 'meta' ? (attribute(element, 'property') ?? attribute(element, 'name') ?? '') : ''
    const [, field] = property === '' ? [] : (META.exec(property) ?? [])
    if (field !== undefined)
      head[field.replaceAll('-', '_').replace('country_name', 'country')] ??=
        attribute(element, 'content') ?? ''
    for (let at = 0; at < element.attributes.length && attributes < MAX_ATTRIBUTES; at += 2) {
      const name = element.attributes[at] ?? ''
      const value = element.attributes[at + 1] ?? ''
      if (!name.startsWith('data-') || !/^\s{0,9}[[{]/.test(value) || OTHERS.test(name)) continue
      attributes += 1
      const parsed = parseJson(value)
      if (parsed.ok) walk(parsed.values[0], 0)
    }
  }
  const meta = recordOf(head)
  return meta === null ? records : [meta, ...records]
}

/** What the head of a page says to networks. */
const META =
  /^(?:business:contact_data:|og:|place:contact_data:)(street[_-]address|locality|postal[_-]code|country[_-]name|email|phone_number|fax_number)$/

/** Null for an object that says nothing of a contact. */
function recordOf(value: object): StateRecord | null {
  const known: Record<string, string> = {}
  const lines: string[] = []
  for (const [given, inner] of Object.entries(value)) {
    const text = typeof inner === 'string' ? inner.trim() : typeof inner === 'number' ? String(inner) : ''
    if (text === '' || text.length > MAX_CHARS) continue
    const name = given.toLowerCase()
    const field = NAMES.find(([form]) => form.test(name))?.[1]
    if (field !== undefined) known[field] ??= text
    else if (PROFILE_NAME.test(name) && PROFILE.test(text))
      known['sameAs'] = `${known['sameAs'] ?? ''} ${text}`.trim()
    else if (IDS.test(name)) {
      const word = name.replace(/[_-]/g, '')
      lines.push(`${ownValue(ID_WORDS, word) ?? word.toUpperCase()}: ${text}`)
    }
  }
  const types: string[] = []
  const { streetAddress, postalCode, addressLocality, name, jobTitle, telephone, email, faxNumber, sameAs } =
    known
  if (streetAddress !== undefined && addressLocality !== undefined && postalCode !== undefined)
    types.push('PostalAddress')
  else if (streetAddress !== undefined) lines.push(streetAddress)
  if (name !== undefined && jobTitle !== undefined) types.push('Person')
  const isContact = [telephone, email, faxNumber, sameAs].some((each) => each !== undefined)
  return isContact || types.length > 0 || lines.length > 0 ? { types, value: known, lines } : null
}
