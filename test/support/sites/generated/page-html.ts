// The pages of the made-up site as HTML: the articles, their copies, and the traps with addresses without end.
import { seededRandom } from '#kit/chance/seeded-random.ts'
import { sentence, words, type SitePage, type SitePlan } from './site-plan.ts'

const MONTHS_A_YEAR = 12
const LINKS_OF_MAZE = 8
const COLORS = ['red', 'green', 'blue', 'black', 'white']
const SIZES = ['s', 'm', 'l', 'xl']
const SORTS = ['price', 'name', 'new']
const PARAGRAPHS = 5

/** What is at a page besides its text. */
export interface PageParts {
  /** Full addresses or paths; each is a link. */
  readonly links: readonly string[]
  readonly canonical?: string
  /** The content of `<meta name=robots>`. */
  readonly robots?: string
  readonly feeds?: readonly string[]
  /** Links with `rel=nofollow`. */
  readonly unfollowed?: readonly string[]
}

/** `body` is HTML. */
export function html(title: string, body: string, parts: PageParts): string {
  const { links, canonical, robots, feeds = [], unfollowed = [] } = parts
  const item = (href: string, rel = ''): string =>
    `<li><a href="${escapeHtml(href)}"${rel}>${escapeHtml(labelOf(href))}</a></li>`
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
${canonical === undefined ? '' : `<link rel="canonical" href="${escapeHtml(canonical)}">`}
${robots === undefined ? '' : `<meta name="robots" content="${escapeHtml(robots)}">`}
${feeds.map((href) => `<link rel="alternate" type="application/rss+xml" href="${escapeHtml(href)}">`).join('\n')}
</head><body>
<header><nav><ul><li><a href="/">Home</a></li></ul></nav></header>
<main><article><h1>${escapeHtml(title)}</h1>
${body}
</article></main>
<aside><ul>
${links.map((href) => item(href)).join('\n')}
${unfollowed.map((href) => item(href, ' rel="nofollow"')).join('\n')}
</ul></aside>
<footer><p>Harbour News, made for tests.</p></footer></body></html>`
}

/** The text of a page in its version: paragraphs that no other page has. */
export function textOf(plan: SitePlan, { path, version }: Pick<SitePage, 'path' | 'version'>): string {
  const random = seededRandom(`${plan.options.seed} text ${path} ${version}`)
  const paragraphs = Array.from(
    { length: PARAGRAPHS },
    () => `<p>${Array.from({ length: 5 }, () => sentence(random)).join(' ')}</p>`,
  )
  return `<p class="version">Version ${version}.</p>\n${paragraphs.join('\n')}`
}

/** Null where the path belongs to no trap. */
export function trapPage(url: URL, seed: string): string | null {
  const { pathname, searchParams } = url
  const month = /^\/calendar\/(-?\d{1,6})\/(\d{1,2})\/$/.exec(pathname)
  if (month !== null) return calendarPage(Number(month[1]), Number(month[2]))
  const day = /^\/calendar\/(-?\d{1,6})\/(\d{1,2})\/(\d{1,2})\/$/.exec(pathname)
  if (day !== null) return html('A day', '<p>There are no events on this day.</p>', { links: ['../'] })
  if (pathname === '/shop/') return facetPage(searchParams)
  if (pathname === '/forum/') return sessionPage(seed, searchParams)
  if (pathname.startsWith('/maze/')) return mazePage(seed, pathname)
  if (/^\/deep\/(?:[ab]\/)*$/.test(pathname))
    return html('A folder', '<p>It has folders of its own.</p>', { links: ['a/', 'b/'] })
  return null
}

/** Where the traps begin. */
export const TRAP_DOORS = ['/calendar/2026/11/', '/shop/', '/forum/?sid=0', '/maze/0', '/deep/'] as const

function calendarPage(year: number, month: number): string {
  const of = (offset: number): string => {
    const all = year * MONTHS_A_YEAR + (month - 1) + offset
    return `/calendar/${Math.floor(all / MONTHS_A_YEAR)}/${String((((all % 12) + 12) % 12) + 1).padStart(2, '0')}/`
  }
  const days = Array.from({ length: 28 }, (_, day) => `${of(0)}${String(day + 1).padStart(2, '0')}/`)
  return html(`Calendar ${year}-${month}`, '<p>Events of the month.</p>', { links: [of(-1), of(1), ...days] })
}

/** Each choice leads to all that add or change one part of it. */
function facetPage(chosen: URLSearchParams): string {
  const links = [
    ...COLORS.map((value) => ['color', value] as const),
    ...SIZES.map((value) => ['size', value] as const),
    ...SORTS.map((value) => ['sort', value] as const),
    ['page', String(Number(chosen.get('page') ?? 1) + 1)] as const,
  ].map(([name, value]) => {
    const next = new URLSearchParams(chosen)
    // Appended, so that the order of the choices makes addresses of its own.
    next.delete(name)
    next.append(name, value)
    return `/shop/?${next.toString()}`
  })
  return html('All products', '<p>Twelve products fit your choice.</p>', { links })
}

/** The same page each time, with a new session in each of its links. */
function sessionPage(seed: string, query: URLSearchParams): string {
  const random = seededRandom(`${seed} session ${query.get('sid') ?? ''}`)
  const id = (): string => Math.floor(random() * 2 ** 32).toString(16)
  const links = Array.from({ length: 5 }, () => `/forum/?sid=${id()}`)
  const body = `<p>${words(seededRandom(`${seed} forum`), 60)}</p>`
  return html('Forum', body, { links })
}

/** Links to places that only it knows. */
function mazePage(seed: string, pathname: string): string {
  const random = seededRandom(`${seed} maze ${pathname}`)
  const links = Array.from(
    { length: LINKS_OF_MAZE },
    () => `/maze/${Math.floor(random() * 2 ** 40).toString(36)}`,
  )
  return html('Somewhere', `<p>${sentence(random)} ${sentence(random)}</p>`, { links })
}

function labelOf(href: string): string {
  // No site writes a session where people read it.
  if (href.startsWith('/forum/')) return 'The forum'
  return href.length > 60 ? `${href.slice(0, 57)}...` : href
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
