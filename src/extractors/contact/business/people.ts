// People with their roles: as a page says them to programs, as an imprint names them, and as teams and lists of offices do.
import type { ContactPage } from '#extractors/contact/page/contact-page.ts'
import type { Evidence } from '#extractors/contact/page/evidence.ts'
import { addressesIn, emailAddress } from '#extractors/contact/emails/email-address.ts'
import { isPersonName, namedPerson, namesIn, type Person } from './person-names.ts'
import { CJK_PERSON, OFFICE, ROLE, TRADE } from './role-words.ts'
import { peopleOfTables } from './people-of-tables.ts'
import { statedText } from './stated-values.ts'

const MAX_ROLE = 70
const MAX_PEOPLE = 200
const LINES_OF_PERSON = 4

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
  for (const { types, value } of page.state) {
    const { name = '', jobTitle: role = '', email = '', telephone = null } = value
    if (types.includes('Person') && isPersonName(name) && ROLE.test(role))
      add({ name, role, email: emailAddress(email, siteDomain)?.value ?? null, phone: telephone }, 'label')
  }
  for (const person of peopleOfTables(page.document)) add(person, 'label')
  // A report names the people of others.
  const isNews = page.nodes.some(({ types }) => types.some((type) => /NewsArticle$|^BlogPosting$/.test(type)))
  for (const [at, line] of page.lines.entries()) {
    if (line.length > MAX_READ) continue
    const addOwn = (person: Person, kind: Evidence['kind']): void => {
      if (!page.others.hasAt(at, 0)) add(person, kind)
    }
    for (const part of sentencesOf(line)) {
      const below = line.endsWith(part) ? (page.lines[at + 1] ?? '') : ''
      for (const person of officers(part, below)) addOwn(person, 'label')
    }
    if (!isNews) for (const person of inBrackets(line)) addOwn(person, 'text')
    const member = teamMember(page.lines, at, siteDomain)
    if (member !== null) addOwn(member, 'text')
  }
  return [...found.values()]
}

const MAX_READ = 600
/** `Alcalde: D. Eusebio Cristóbal`, `Chief engineer – Jan Maier`: what stands before the names is short. */
const LABELLED = /^([^:–—|]{3,60}?)\s?(?::|\s[–—|]\s)\s?/u

/** `We repair boats. Owner: Ann Berg` is two; `Kaufm. Leiter: Jan Maier` is one, because a single word ends no sentence. */
function sentencesOf(line: string): string[] {
  const parts: string[] = []
  for (const part of line.split(/(?<=\p{L}{3}[.!?]|[\d)][.!?]|\b(?:Ltd|Inc|Co|AG|KG|SA)\.)\s(?=\p{Lu})/u)) {
    const last = parts.at(-1)
    if (last === undefined || last.includes(' ')) parts.push(part)
    else parts[parts.length - 1] = `${last} ${part}`
  }
  return parts
}

/** What a line names with its office before it. */
function* officers(line: string, below: string): Generator<Person> {
  const [word] = OFFICE.exec(line.slice(0, 300)) ?? []
  const role = word?.replace(/[\s:|–-]{1,5}$/, '') ?? ''
  if (word !== undefined) {
    const rest = line.slice(word.length, word.length + 200).trim()
    // A word alone is an item of a menu as often as a heading.
    const names = rest === '' && /:\s*$/.test(word) ? below : rest
    for (const name of namesIn(names)) yield { name, role, email: null, phone: null }
  }
  if (/[\u3040-\u9fff\uac00-\ud7a3]/.test(line))
    for (const { 1: office = '', 2: name = '' } of line.matchAll(CJK_PERSON))
      yield { name, role: office, email: null, phone: null }
  const [label = '', written = ''] = LABELLED.exec(line) ?? []
  // `Secretariat (Ann Berg, secretary): …` has its name inside.
  if (written === '' || !ROLE.test(written) || /[@\d]{2}/.test(written) || isPersonName(written)) return
  const names =
    line
      .slice(label.length, label.length + 120)
      .replace(/\([^()]{0,80}\)?/g, '')
      .split(/\s[–—|·•]\s|\d|(?<=\p{Ll}{3})[.;]\s/u)[0]
      ?.trim() ?? ''
  for (const name of namesIn(names.replace(/[,.]$/, '')))
    yield { name, role: written.trim(), email: null, phone: null }
}

/** A name with what may stand before it in a sentence, and the mark between it and the role. */
const NAMED =
  /(?<![\p{L}\p{N}])((?:\p{Lu}[\p{L}'’]{0,20}\.?ª?\.?(?:-\p{Lu}[\p{L}'’]{1,20})?(?:\s(?:de|del|da|do|dos|di|van|von|der|den|la|y|e)){0,2}\s){1,5}\p{Lu}[\p{L}'’-]{1,30})(?:\s\([^()]{1,20}\))?\s?(?:,\s(?:your |notre |nuestr[ao] |unsere? )?|\s?[–—|]\s|\s-\s|\s?\(|:\s)(?=([^.;:()|–—]{3,90}))/gu

/** Who is quoted is a visitor or a guest. */
const QUOTE = /[“”„«»"]/

/** `Ciro Santoro, titolare`, `Dr. Hugo Patrício – Ortodontista`: a role begins right behind the mark. */
function* inBrackets(line: string): Generator<Person> {
  if (!/[,(:–—|]|\s-\s/.test(line) || QUOTE.test(line)) return
  for (const { 1: written = '', 2: after = '' } of line.matchAll(NAMED)) {
    const role = roleAtStart(after)
    if (role === null) continue
    // `Der Geschäftsführer Hans Berg, Meister`: the name is the end of what has capitals.
    const words = written.split(' ')
    const name = words.map((_, from) => words.slice(from).join(' ')).find(isPersonName)
    if (name !== undefined) yield { name: namedPerson(name), role, email: null, phone: null }
  }
}

/** Words that a role may begin with: `2e adjoint`, `notre cheffe`, `staatl. geprüfte Augenoptikerin`. */
const MAX_WORDS_BEFORE = 3

/** The role at the start of a text, up to what is no part of it; null without one. Of another business it is none. */
function roleAtStart(text: string): string | null {
  const role = (/^[^\d@,;|·•(]{3,70}/u.exec(text)?.[0] ?? '').replace(/\s?[–—-]?\s?$/, '').trim()
  const found = ROLE.exec(role)
  if (found === null || role.slice(0, found.index).split(' ').length - 1 > MAX_WORDS_BEFORE) return null
  if (OF_OTHERS.test(role) || TRADE.test(role) || role.split(' ').length > 9) return null
  return role
}

/** `CEO of Acme`, `Inhaberin bei Modehaus Berg`: somebody who praises the business. */
const OF_OTHERS =
  /\s(?:of the year|des jahres|de l['’]année|del año|dell['’]anno|do ano)|(?:(?<=CEO|[Oo]wner|[Ff]ounder|[Pp]resident|[Cc]hairman)\sof|\s(?:at|bei|chez|presso|hos|w|u))\s(?:the\s)?\p{Lu}/u

/** A name in a line of its own, and a role in the next one. */
function teamMember(lines: readonly string[], at: number, siteDomain: string | null): Person | null {
  const name = lines[at] ?? ''
  if (!isPersonName(name) || QUOTE.test(lines[at - 1]?.slice(-1) ?? '')) return null
  const below = lines[at + 1] ?? ''
  const role = isRoleLine(below) ? below : null
  // `Manager` and then `Ann Berg`, with her number below, which is no role.
  const above = lines[at - 1] ?? ''
  const isAbove =
    role === null &&
    above.split(' ').length <= 4 &&
    isRoleLine(above) &&
    !isPersonName(lines[at - 2] ?? '') &&
    /[@☎]|\d{3}|tel|mail/i.test(below)
  if (role === null && !isAbove) return null
  let email: string | null = null
  for (const each of lines.slice(at + 1, at + 2 + LINES_OF_PERSON)) {
    if (isPersonName(each)) break
    email ??= addressesIn(each).flatMap(({ text }) => emailAddress(text, siteDomain)?.value ?? [])[0] ?? null
  }
  const written = (role ?? above).split(
    /\s[—·|(]|\s?\(|\s–\s(?=.{0,30}\d)|\s(?:n\.?º|nº|no\.|RPPS|ADELI)/u,
  )[0]
  return { name: namedPerson(name), role: written?.trim() ?? null, email, phone: null }
}

/** A short line that begins with a role, and is no other name, sentence or address. */
function isRoleLine(line: string): boolean {
  if (line.length > 2 * MAX_ROLE || /[@?!:]|[^.]{30}\.$/.test(line.slice(0, MAX_ROLE))) return false
  const head = line.split(/\s?[—·|(,;]\s?|\s–\s|\s(?:n\.?º|nº|nr|no)\.?\s/iu)[0] ?? ''
  if (head.length > MAX_ROLE || /\d{3}/.test(head) || OF_OTHERS.test(line)) return false
  const found = ROLE.exec(head)
  const isFirst = found !== null && head.slice(0, found.index).split(' ').length <= MAX_WORDS_BEFORE + 1
  return isFirst && !TRADE.test(head) && !isPersonName(head) && head.split(' ').length <= 8
}
