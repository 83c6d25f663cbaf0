// Reads the first page of a site and a few that it links, for the links, titles and feeds that they have.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { checkStatus } from '#extract/errors.ts'
import { linkedRequest } from '#extract/page/target-headers.ts'
import { followRefreshes, type OpenPage } from '#extract/page/load-page.ts'
import { loadTarget } from '#extract/page/load-target.ts'
import type { PageRequest } from '#extract/page/page-request.ts'
import type { MapData, MapInput, MapLink } from '#extractors/sites/request/options.ts'
import { readLinks, type PageLinks } from './read-links.ts'

export interface VisitedPage {
  /** After redirects. */
  readonly url: string
  readonly read: PageLinks
  readonly page: Pick<OpenPage, 'engine' | 'response'>
}

/** A page that could not be read. */
export type PageVisit = MapData['pagesRead'][number] & { readonly visited: VisitedPage | null }

const AT_ONCE = 4
/** A link to nothing: no page is missing for it. */
const DEAD: ReadonlyMap<number | null, string> = new Map([
  [404, 'http_404'],
  [410, 'http_410'],
])
export const isDead = ({ error }: PageVisit): boolean => [...DEAD.values()].includes(error ?? '')
const MIN_MS = 250

/** Throws what the page ends with: errors of the fetch, `target_http_error`, a wall. `onStatus` is told before. */
export async function visitPage(
  request: PageRequest,
  context: ExtractContext,
  endsAtMs: number,
  onStatus?: (status: number | null) => void,
): Promise<VisitedPage> {
  const target = await loadTarget(request, context)
  const { statusCode, response } = target
  onStatus?.(statusCode)
  checkStatus(statusCode)
  const page = await followRefreshes(target, request, context, {})
  const { html, url, charset, charsetSource, engine, tree } = page
  const read = await readLinks.run(
    { html, url, statusCode, charset, charsetSource, engine, tree },
    { context, endsAtMs },
  )
  return { url: url ?? request.url ?? '', read, page: { engine, response } }
}

/** Those nearest to the root first, without a query, as the first page links them. */
export function chooseHubs(links: readonly MapLink[], firstUrl: string, count: number): string[] {
  return links
    .filter(({ url, sources }) => url !== firstUrl && sources.includes('page') && !url.includes('?'))
    .map(({ url }) => ({ url, depth: new URL(url).pathname.split('/').filter((part) => part !== '').length }))
    .toSorted((a, b) => a.depth - b.depth)
    .slice(0, count)
    .map(({ url }) => url)
}

/** In the order of `urls`. Throws only when the job itself has ended. */
export async function visitHubs(
  urls: readonly string[],
  input: MapInput,
  context: ExtractContext,
  endsAtMs: number,
): Promise<PageVisit[]> {
  const visits: PageVisit[] = []
  for (let from = 0; from < urls.length; from += AT_ONCE) {
    const next = urls.slice(from, from + AT_ONCE)
    visits.push(...(await Promise.all(next.map(async (url) => visitHub(url, input, context, endsAtMs)))))
  }
  return visits
}

async function visitHub(
  url: string,
  input: MapInput,
  context: ExtractContext,
  endsAtMs: number,
): Promise<PageVisit> {
  const failed = (error: string): PageVisit => ({ url, links: null, error, visited: null })
  if (performance.now() + MIN_MS > endsAtMs) return failed('deadline')
  let dead: string | null = null
  try {
    const request = { ...linkedRequest(input, input.url, url, endsAtMs), engine: 'http' as const }
    const visited = await visitPage(request, context, endsAtMs, (status) => {
      dead = DEAD.get(status) ?? null
    })
    return { url: visited.url, links: visited.read.links.length, error: null, visited }
  } catch (error) {
    if (context.signal.aborted || !(error instanceof SurveyorError)) throw error
    if (dead !== null) return failed(dead)
    return failed(performance.now() + MIN_MS > endsAtMs ? 'deadline' : error.code)
  }
}
