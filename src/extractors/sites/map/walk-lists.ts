// Reads the lists of a site one after the other: those of robots.txt, those at usual places, and the lists that they name.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, ExtractRequest } from '#extract/context.ts'
import { linkedRequest, targetHeaders } from '#extract/page/target-headers.ts'
import { parseRobots } from '#kit/http/parse-robots.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { MAX_LIST_BYTES, type ListedPage } from '#parsing/sitemaps/site-list.ts'
import type { MapInput, MapList } from '#extractors/sites/request/options.ts'
import { readList } from './read-list.ts'

type ListFrom = MapList['from']

/** What a walk needs of its job. */
export interface WalkDeps {
  readonly context: ExtractContext
  readonly input: MapInput
  /** The first page, after its redirects: the lists of its domain are asked for. */
  readonly siteUrl: string
  /** By `performance.now()`. */
  readonly endsAtMs: number
  /** Called in the order of the lists; false when no further list is needed. */
  readonly take: (pages: readonly ListedPage[], list: string) => Promise<boolean>
}

export interface Walk {
  readonly lists: readonly MapList[]
  /** Lists that were found and that there was no room for. */
  readonly overflow: number
}

/** Where sites have their sitemap when robots.txt names none, the usual place first. */
const USUAL_PLACES = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.txt', '/sitemap.xml.gz']
/** A list that an answer of the site may name costs a request. */
const MAX_LISTS = 1_000
const AT_ONCE = 4
/** No list takes more of the time than this. */
const MAX_MS = 30_000
const MIN_MS = 200
const MAX_ROBOTS_BYTES = 1_048_576
const ACCEPT =
  'application/xml,text/xml;q=0.9,application/rss+xml,application/atom+xml,text/plain;q=0.8,*/*;q=0.5'

interface Listed {
  readonly url: string
  readonly from: ListFrom
}

/** `feeds` are those of the first page. Throws only when the job itself has ended. */
export async function walkLists(deps: WalkDeps, feeds: readonly string[]): Promise<Walk> {
  const { input, siteUrl, endsAtMs } = deps
  const domain = registrableDomain(siteUrl)
  const lists: MapList[] = []
  const queue: Listed[] = []
  const known = new Set<string>()
  let overflow = 0
  let isEnough = false

  const enqueue = (url: string, from: ListFrom): void => {
    const address = URL.parse(url)
    if (address === null) return
    address.hash = ''
    if (known.has(address.href)) return
    if (lists.length + queue.length >= MAX_LISTS) {
      overflow += 1
      return
    }
    known.add(address.href)
    queue.push({ url: address.href, from })
  }
  const visitAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const next = queue.splice(0, AT_ONCE)
      const isOver = isEnough || performance.now() + MIN_MS > endsAtMs
      // Taken in their order, so that the same site gives the same map.
      for (const [index, visit] of (
        await Promise.all(next.map(async (one) => (isOver ? null : visitList(deps, one, domain))))
      ).entries()) {
        const { url, from } = next[index] ?? { url: '', from: 'index' }
        if (visit === null) {
          lists.push({ ...NOTHING, url, from, outcome: 'not_read' })
          continue
        }
        lists.push(visit.list)
        for (const child of visit.children) enqueue(child, 'index')
        if (!(await deps.take(visit.pages, url))) isEnough = true
      }
    }
  }

  if (input.sitemap !== 'skip') {
    for (const url of await sitemapsOfRobots(deps)) enqueue(url, 'robots')
    const hasNone = queue.length === 0
    await visitAll()
    for (const place of hasNone ? USUAL_PLACES : []) {
      if (lists.some(({ from, outcome }) => from === 'guess' && (outcome === 'read' || outcome === 'cut')))
        break
      enqueue(new URL(place, siteUrl).href, 'guess')
      await visitAll()
    }
  }
  for (const url of feeds) enqueue(url, 'page')
  await visitAll()
  return { lists, overflow }
}

const NOTHING = { format: null, pages: null, sameDay: null, detail: null }

interface Visited {
  readonly list: MapList
  readonly pages: readonly ListedPage[]
  readonly children: readonly string[]
}

async function visitList(deps: WalkDeps, { url, from }: Listed, domain: string | null): Promise<Visited> {
  const ended = (outcome: MapList['outcome'], more: Partial<MapList> = {}): Visited => ({
    list: { ...NOTHING, ...more, url, from, outcome },
    pages: [],
    children: [],
  })
  if (registrableDomain(url) !== domain) return ended('foreign')
  try {
    const answer = await fetchList(deps, url, MAX_LIST_BYTES)
    if (answer.status >= 400)
      return ended('failed', { detail: `It answers with the status ${answer.status}.` })
    const task = {
      bytes: answer.body,
      base: answer.finalUrl,
      contentType: answer.headers['content-type'] ?? null,
    }
    const { list } = await readList.run(task, { context: deps.context, endsAtMs: deps.endsAtMs })
    if (list === null) return ended('no_list')
    const { format, sameDay, cut, unusable } = list
    const detail = [
      cut === null ? null : CUTS[cut],
      unusable === 0 ? null : `${unusable} of its entries have no usable address.`,
    ].filter((each) => each !== null)
    const pages = list.pages.length
    return {
      ...ended(cut === null ? 'read' : 'cut', { format, sameDay, pages, detail: detail.join(' ') || null }),
      pages: list.pages,
      children: list.lists,
    }
  } catch (error) {
    if (deps.context.signal.aborted || !(error instanceof SurveyorError)) throw error
    const isLate = performance.now() + MIN_MS > deps.endsAtMs
    return ended(isLate ? 'not_read' : 'failed', { detail: `${error.code}: ${error.message}` })
  }
}

const CUTS = {
  entries: 'It has more entries than are read.',
  bytes: 'It is larger than what is read.',
  broken: 'It ends in its middle.',
} as const

/** Empty where robots.txt cannot be read: whether pages may be fetched is decided elsewhere. */
async function sitemapsOfRobots(deps: WalkDeps): Promise<string[]> {
  const url = new URL('/robots.txt', deps.siteUrl).href
  try {
    const { status, body, finalUrl } = await fetchList(deps, url, MAX_ROBOTS_BYTES).catch(
      (error: unknown) => {
        if (!(error instanceof SurveyorError) || error.code !== 'target_too_large') throw error
        // What it names stands at its beginning, or is lost.
        return fetchList(deps, url, MAX_ROBOTS_BYTES, { cutBody: true })
      },
    )
    if (status >= 400) return []
    return parseRobots(body).flatMap(({ kind, value }) => {
      const named = kind === 'sitemap' ? URL.parse(value, finalUrl) : null
      return named !== null && /^https?:$/.test(named.protocol) ? [named.href] : []
    })
  } catch (error) {
    if (deps.context.signal.aborted || !(error instanceof SurveyorError)) throw error
    return []
  }
}

async function fetchList(
  { context, input, endsAtMs }: WalkDeps,
  url: string,
  maxBytes: number,
  more: Pick<ExtractRequest, 'cutBody'> = {},
) {
  const request = linkedRequest(input, input.url, url, endsAtMs)
  return context.fetch({
    url,
    headers: { ...targetHeaders(request, ACCEPT), accept: ACCEPT },
    deadlineMs: Math.min(MAX_MS, endsAtMs - performance.now()),
    maxBytes: Math.min(maxBytes, input.maxResponseBytes ?? maxBytes),
    ...more,
    ...(input.robots === undefined ? {} : { robots: input.robots }),
  })
}
