// A made-up site with a known set of pages, traps, copies and errors: answers requests and counts each of them.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { seededRandom } from '#kit/chance/seeded-random.ts'
import { html, textOf, TRAP_DOORS, trapPage, type PageParts } from './page-html.ts'
import { listFile } from './site-lists.ts'
import { planSite, type SiteOptions, type SitePage, type SitePlan } from './site-plan.ts'

export interface GeneratedSite {
  readonly plan: SitePlan
  /** Paths of the pages that a whole crawl keeps: each has a text of its own, and may be followed and stored. */
  readonly expected: ReadonlySet<string>
  /** Answers by path, whatever the name of the host is; `www.` before it is a copy of the site. */
  respond(request: IncomingMessage, response: ServerResponse): void
  /** Requests so far by path and query, 304 answers among them. */
  readonly fetches: ReadonlyMap<string, number>
  /** Of `fetches`, those that were answered with 304. */
  readonly notModified: ReadonlyMap<string, number>
  /** Forgets what was counted. */
  forgetFetches(): void
  /** Gives a share (0 to 1) of the articles new texts, at least one; answers their paths. */
  change(share: number, at: Date): string[]
  /** Takes articles away: they answer 410 from then on, and no page and no list names them. Answers their paths. */
  remove(count: number): string[]
  /** No answer to this path until the returned function is called. */
  hold(path: string): () => void
}

/** Pages beside the articles that a whole crawl must not keep, and what they are. */
export const EXTRA_LINKS = [
  '/section-0/?utm_source=menu&utm_medium=web',
  '/section-0/index.html',
  '/section-0',
  '/print/0',
  '/copy/1',
  '/old/1',
  '/loop/a',
  '/noindex.html',
  '/nofollow.html',
  '/soft-404.html',
  '/missing.html',
  '/gone.html',
  '/broken.html',
  '/private/secret.html',
  '/large.html',
  '/download.pdf',
] as const

export function generateSite(given: Partial<SiteOptions> = {}): GeneratedSite {
  const plan = planSite(given)
  const { options, articles } = plan
  const pages = new Map(plan.pages)
  const living: SitePlan = { ...plan, pages }
  const fetches = new Map<string, number>()
  const notModified = new Map<string, number>()
  const held = new Map<string, Promise<void>>()
  const linked = articles.filter((path) => pages.get(path)?.foundBy === 'link')
  const largePath = '/large.html'
  const keptExtras = options.extras ? [largePath, '/nofollow.html'] : []
  const removed = new Set<string>()
  let changes = 0

  const filler = (path: string): string => textOf(living, { path, version: 0 })
  const partsOf = ({ path, links }: SitePage): PageParts => ({
    links: [
      ...links.filter((link) => pages.has(link)),
      ...(path !== '/' ? [] : [...(options.extras ? EXTRA_LINKS : []), ...(options.traps ? TRAP_DOORS : [])]),
    ],
    ...(path === '/' ? { feeds: ['/feed.xml', '/atom.xml'] } : {}),
    ...(path === '/' && options.extras ? { unfollowed: ['/unfollowed.html'] } : {}),
  })

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const host = request.headers.host ?? 'localhost'
    const url = new URL(request.url ?? '/', `http://${host}`)
    const { pathname } = url
    const main = `http://${host.replace(/^www\./, '')}`
    const send = (
      status: number,
      type: string,
      body: string | Buffer,
      headers: Record<string, string> = {},
    ): void => {
      const bytes = Buffer.from(body)
      response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, ...headers })
      response.end(request.method === 'HEAD' ? undefined : bytes)
    }
    const sendHtml = (status: number, body: string): void => send(status, 'text/html; charset=utf-8', body)
    const redirect = (to: string): void => void response.writeHead(301, { location: to }).end()
    const showPage = (page: SitePage, parts: PageParts): void => {
      const own = html(page.title, textOf(living, page), parts)
      const etag = `"${createHash('sha1').update(own).digest('hex')}"`
      const headers = { etag, 'last-modified': page.changedAt.toUTCString(), 'cache-control': 'max-age=0' }
      const known =
        request.headers['if-none-match'] === etag ||
        (request.headers['if-none-match'] === undefined &&
          request.headers['if-modified-since'] === page.changedAt.toUTCString())
      if (!known) return send(200, 'text/html; charset=utf-8', own, headers)
      count(notModified, request.url ?? '/')
      response.writeHead(304, headers).end()
    }

    const list = listFile(living, pathname, main)
    if (list !== null) return send(200, list.type, list.body)
    const page = pages.get(pathname)
    if (page !== undefined) {
      const isCopy = host.startsWith('www.') || url.search !== ''
      return showPage(page, { ...partsOf(page), ...(isCopy ? { canonical: `${main}${pathname}` } : {}) })
    }
    if (options.traps) {
      const trap = trapPage(url, options.seed)
      if (trap !== null) return sendHtml(200, trap)
    }
    if (!options.extras)
      return sendHtml(404, html('Not found', '<p>There is no such page.</p>', { links: [] }))
    if (pages.has(`${pathname}/`)) return redirect(`${pathname}/`)
    if (pathname.endsWith('/index.html')) {
      const folder = pages.get(pathname.slice(0, -'index.html'.length))
      if (folder !== undefined) return showPage(folder, { ...partsOf(folder), canonical: folder.path })
    }
    const [, kind, number = ''] = /^\/(print|copy|old)\/(\d{1,6})$/.exec(pathname) ?? []
    const original = pages.get(linked[Number(number)] ?? '')
    if (kind === 'print' && original !== undefined)
      return showPage(original, { ...partsOf(original), canonical: original.path })
    // A copy that does not say of what.
    if (kind === 'copy' && original !== undefined) return showPage(original, partsOf(original))
    if (kind === 'old' && Number(number) < 4) return redirect(`/old/${Number(number) + 1}`)
    if (kind === 'old') return redirect(linked[0] ?? '/')
    switch (pathname) {
      case '/loop/a':
        return redirect('/loop/b')
      case '/loop/b':
        return redirect('/loop/a')
      case '/noindex.html':
        return sendHtml(200, html('Not for lists', filler('noindex'), { links: ['/'], robots: 'noindex' }))
      case '/nofollow.html':
        return sendHtml(
          200,
          html('Its links are not for robots', filler('nofollow'), {
            links: ['/hidden.html'],
            robots: 'nofollow',
          }),
        )
      case '/hidden.html':
      case '/unfollowed.html':
      case '/private/secret.html':
      case '/private/open.html':
        return sendHtml(200, html('A quiet page', filler(pathname), { links: ['/'] }))
      case '/soft-404.html':
        return sendHtml(
          200,
          html('Page not found', '<p>Sorry, the page you asked for was not found (error 404).</p>', {
            links: ['/'],
          }),
        )
      case '/gone.html':
        return sendHtml(410, html('Gone', '<p>This page is gone.</p>', { links: [] }))
      case '/broken.html':
        return sendHtml(500, html('Error', '<p>Something is broken.</p>', { links: [] }))
      case '/download.pdf':
        return send(200, 'application/pdf', '%PDF-1.4\n%%EOF\n')
      case largePath: {
        const text = filler('large')
        return sendHtml(
          200,
          html('A large page', text.repeat(Math.ceil(options.largeBytes / text.length)), { links: ['/'] }),
        )
      }
      default:
        if (removed.has(pathname))
          return sendHtml(410, html('Gone', '<p>This page is gone.</p>', { links: [] }))
        return sendHtml(404, html('Not found', '<p>There is no such page.</p>', { links: [] }))
    }
  }

  return {
    plan: living,
    get expected() {
      return new Set([...pages.keys(), ...keptExtras])
    },
    respond(request, response) {
      request.resume()
      count(fetches, request.url ?? '/')
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
      const wait = held.get(path)
      if (wait === undefined) answer(request, response)
      else void wait.then(() => answer(request, response))
    },
    fetches,
    notModified,
    forgetFetches() {
      fetches.clear()
      notModified.clear()
    },
    change(share, at) {
      changes += 1
      const random = seededRandom(`${options.seed} change ${changes}`)
      const left = articles.filter((path) => pages.has(path))
      const wanted = Math.min(left.length, Math.max(1, Math.round(left.length * share)))
      const chosen = new Set<string>()
      while (chosen.size < wanted) chosen.add(left[Math.floor(random() * left.length)] ?? '/')
      for (const path of chosen) {
        const page = pages.get(path)
        if (page === undefined) continue
        page.version += 1
        page.changedAt = new Date(Math.floor(at.getTime() / 1_000) * 1_000)
      }
      return [...chosen]
    },
    remove(wanted) {
      // No other page is linked only by these.
      const chosen = articles.filter((path) => pages.get(path)?.foundBy === 'sitemap').slice(0, wanted)
      for (const path of chosen) {
        pages.delete(path)
        removed.add(path)
      }
      return chosen
    },
    hold(path) {
      let release = (): void => {}
      held.set(path, new Promise((resolve) => (release = resolve)))
      return () => {
        held.delete(path)
        release()
      }
    },
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
