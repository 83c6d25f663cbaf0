// Who wrote a page: what its JSON-LD, its head, its elements and its lines say, people before organisations and sites.
import { plainName } from './shown-byline.ts'
import { isRecord } from '#kit/unknown-values.ts'
import { NO_NAME } from './byline-words.ts'
import { personOf } from './credits.ts'
import { givenText, lettersOf } from './given-text.ts'

/** Where the names come from. */
export interface AuthorSources {
  /** `author` of the JSON-LD. */
  readonly stored: unknown
  /** A node of the JSON-LD by its `@id`. */
  readonly byId: (id: string) => Readonly<Record<string, unknown>> | undefined
  /** Of the head, the surest first; several of one kind are several people. */
  readonly head: readonly (readonly string[])[]
  /** Of catalogues, which write `Lovelace, Ada`. */
  readonly catalogued: readonly string[]
  /** By elements that are called after the author. */
  readonly named: readonly string[]
  /** By the lines beside the title and at the end. */
  readonly credited: readonly string[]
  readonly siteName: string | null
  readonly pageUrl: string | null
}

const MAX_AUTHORS = 20

/** Joined with commas; null where nobody is named. */
export function bylineOf(sources: AuthorSources): string | null {
  const { siteName, pageUrl } = sources
  const people = storedNames(sources, (isGroup) => !isGroup)
  const groups = storedNames(sources, (isGroup) => isGroup)
  const head = [...sources.head.map(cleanNames), cleanNames(sources.catalogued.map(personFirst))]
  const lists = [
    people,
    ...head,
    ...sources.named.map((name) => cleanNames([name])),
    [...sources.credited],
    groups,
  ]
    .filter((names) => names.length > 0)
    .map((names) => [...new Set(names)].join(', '))
  return lists.find((name) => !isSite(name, siteName, pageUrl)) ?? lists[0] ?? null
}

function storedNames({ stored, byId }: AuthorSources, wanted: (isGroup: boolean) => boolean): string[] {
  const list = Array.isArray(stored) ? stored.slice(0, MAX_AUTHORS) : [stored]
  const names = list.flatMap((value: unknown) => {
    const given = isRecord(value) && value['name'] === undefined && typeof value['@id'] === 'string'
    const author = given ? (byId(String(value['@id'])) ?? value) : value
    const isGroup =
      isRecord(author) && /Organi[sz]ation|Corporation|WebSite|Brand/.test(String(author['@type']))
    const name = nameOf(author)
    return name === null || !wanted(isGroup) ? [] : [name]
  })
  return cleanNames(names)
}

const cleanNames = (names: readonly string[]): string[] =>
  names.map((name) => personOf(plainName(name))).filter((name) => isName(name) && !NO_NAME.test(name))

/** `Lovelace, Ada` as catalogues write it. */
function personFirst(name: string): string {
  const [, last, first] = /^([^,]{2,40}), ([^,]{1,40})$/.exec(name) ?? []
  return last === undefined || first === undefined || !isCatalogued(last, first) ? name : `${first} ${last}`
}

/** One word, or one behind a particle, before the comma: `Ada Lovelace, Ben Kern` are two people. */
const isCatalogued = (last: string, first: string): boolean =>
  /^(?:\p{Ll}+ ){0,2}[^\s]+$/u.test(last) && first.split(' ').length <= 3

/** An address, a number or a template is no name. */
const isName = (text: string): boolean =>
  /\p{L}/u.test(text) && !/^(?:https?:|@|\/|www\.)|^[^\s@]+@\S+$|^\w+(?:\.\w+){2,}$/i.test(text)

/** Whether a name is that of the site. */
function isSite(name: string, siteName: string | null, pageUrl: string | null): boolean {
  const host = lettersOf(
    (pageUrl === null ? null : URL.parse(pageUrl)?.hostname)?.replace(/^www\./, '') ?? '',
  )
  const wanted = lettersOf(name)
  return wanted === lettersOf(siteName ?? '') || (wanted.length > 3 && host.startsWith(wanted))
}

function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return /^https?:/i.test(value) ? null : givenText(value)
  if (!isRecord(value)) return null
  const name: unknown = Array.isArray(value['name']) ? value['name'][0] : value['name']
  return typeof name === 'string' ? givenText(name) : null
}
