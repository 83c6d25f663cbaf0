// A web of made-up sites in several languages, the same for the same seed: some of their pages have a contact, most not,
// and no word of any of them is one that the product knows.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { seededRandom } from '#kit/chance/seeded-random.ts'

export interface WebOptions {
  readonly seed: string
  readonly languages: readonly string[]
  /** Templates with contacts in each language. */
  readonly templates: number
  /** Templates without, of all languages together. */
  readonly junk: number
  /** Junk links on a first page. */
  readonly links: number
}

/** A page that a site has: `isLinked` says whether its first page leads to it. */
export interface WebPage {
  readonly template: string
  readonly path: string
  readonly isLinked: boolean
  readonly hasContact: boolean
}

export interface WebSite {
  readonly host: string
  readonly language: string
  /** In the order of the links. */
  readonly pages: readonly WebPage[]
  readonly firstHasContact: boolean
}

export interface GeneratedWeb {
  /** By the name of its host: `de-12.test`; the beginning names its language, up to a dash. */
  site(host: string): WebSite
  /** Of so many sites the visit in the order of the links, up to `maxPages`. */
  byLinkOrder(hosts: readonly string[], maxPages: number): VisitFigures
  readonly trueTemplates: Readonly<Record<string, readonly string[]>>
  readonly junkTemplates: readonly string[]
  /** From now on the sites of this language have their contacts at another template. */
  move(language: string): void
  respond(request: IncomingMessage, response: ServerResponse): void
}

export interface VisitFigures {
  /** Those that were visited. */
  readonly sites: number
  readonly found: number
  readonly pages: number
  /** Sites whose job failed. */
  readonly failed: number
}

const SYLLABLES = [
  'bro',
  'zul',
  'mek',
  'tir',
  'pla',
  'vox',
  'gan',
  'rud',
  'sib',
  'fel',
  'nop',
  'wez',
  'quo',
  'jat',
]
const EXISTS = 0.8
const LINKED = 0.75
const HAS_CONTACT = 0.9
const FIRST_HAS_CONTACT = 0.08
const JUNK_HAS_CONTACT = 0.01
const HTML_STYLE = 0.3
const WORDS = `<p>${'The whole town comes here for what we make by hand every day of the week. '.repeat(8)}</p>`

export function createGeneratedWeb(options: WebOptions): GeneratedWeb {
  const { languages, seed } = options
  const draw = seededRandom(`${seed} words`)
  const used = new Set<string>()
  const word = (): string => {
    for (;;) {
      const made = [1, 2, 3].map(() => SYLLABLES[Math.floor(draw() * SYLLABLES.length)]).join('')
      if (used.has(made)) continue
      used.add(made)
      return made
    }
  }
  const trueTemplates: Record<string, readonly string[]> = Object.fromEntries(
    languages.map((language) => [language, Array.from({ length: options.templates }, word)]),
  )
  const junkTemplates = Array.from({ length: options.junk }, word)
  const moved = new Map(languages.map((language) => [language, { to: word(), isOn: false }]))

  function site(host: string): WebSite {
    const language = host.split('-', 1)[0] ?? ''
    const own = trueTemplates[language] ?? []
    const random = seededRandom(`${seed} ${host}`)
    const isHtml = random() < HTML_STYLE
    const pathOf = (template: string): string => (isHtml ? `/${language}/${template}.html` : `/${template}`)
    const contacts = own.flatMap((template): WebPage[] => {
      const [exists, isLinked, hasContact] = [random() < EXISTS, random() < LINKED, random() < HAS_CONTACT]
      const now = moved.get(language)?.isOn === true ? `${moved.get(language)?.to}${template}` : template
      return exists ? [{ template: now, path: pathOf(now), isLinked, hasContact }] : []
    })
    // What has contacts in one language is a page like any other in the next.
    const foreign = languages
      .filter((other) => other !== language)
      .flatMap((other) => trueTemplates[other] ?? [])
    const pool = [...junkTemplates, ...foreign]
    const junk = Array.from({ length: options.links }, (): WebPage => {
      const template = pool[Math.floor(random() * pool.length)] ?? ''
      return { template, path: pathOf(template), isLinked: true, hasContact: random() < JUNK_HAS_CONTACT }
    })
    const pages = [...new Map([...junk, ...contacts].map((page) => [page.path, page])).values()]
    const order = new Map(pages.map((page) => [page, random()]))
    return {
      host,
      language,
      pages: pages.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
      firstHasContact: random() < FIRST_HAS_CONTACT,
    }
  }

  return {
    site,
    trueTemplates,
    junkTemplates,
    move(language) {
      const way = moved.get(language)
      if (way !== undefined) way.isOn = true
    },
    byLinkOrder(hosts, maxPages) {
      let [found, pages] = [0, 0]
      for (const host of hosts) {
        const { firstHasContact, pages: all } = site(host)
        const visited = [
          firstHasContact,
          ...all.filter((page) => page.isLinked).map((page) => page.hasContact),
        ]
        const at = visited.slice(0, maxPages).indexOf(true)
        if (at !== -1) found += 1
        pages += at === -1 ? Math.min(maxPages, visited.length) : at + 1
      }
      return { sites: hosts.length, found, pages, failed: 0 }
    },
    respond(request, response) {
      const host = (request.headers.host ?? '').split(':', 1)[0] ?? ''
      const path = request.url ?? ''
      const { language, pages, firstHasContact } = site(host)
      const isFirst = path === '/'
      const page = pages.find((each) => each.path === path)
      if (!isFirst && page === undefined) {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<p>There is no such page.</p>')
        return
      }
      const links = pages
        .filter(({ isLinked }) => isLinked)
        .map(({ path: href, template }) => `<li><a href="${href}">${template}</a></li>`)
      const hasContact = isFirst ? firstHasContact : page?.hasContact === true
      const contact = hasContact
        ? `<p><a href="mailto:info@${host.replace('.test', '-mail.de')}">Mail</a></p>`
        : ''
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<!doctype html><html lang="${language}"><title>${host}</title>${WORDS}${contact}<ul>${links.join('')}</ul></html>`,
        )
    },
  }
}

/** `de-0.test`, …: so many of each language, in turns. `kind` tells sites apart that are for different purposes. */
export const hostsOf = (languages: readonly string[], count: number, kind: string): string[] =>
  Array.from({ length: count }, (_, at) => `${languages[at % languages.length]}-${kind}${at}.test`)
