// T40, the part of pages: hostile pages, documents and answers, as many at once as a worker takes, by every extractor
// that reads them without a browser, while a probe asks /health.
import type { Options, Outcome } from '#lab/experiment.ts'
import { Agent, request } from 'undici'
import { BOMBS, urlOf } from '#test/support/sites/bombs.ts'
import { startBombServer } from '#test/support/sites/start-bomb-server.ts'
import { hostilePages } from './parts/hostile-pages.ts'
import { isHealthy, probeHealth } from './parts/probe-health.ts'
import { startProduct } from '#test/support/programs/start-product.ts'
import { startSite } from '#test/support/programs/start-site.ts'

const SITE = new URL('./parts/site-program.ts', import.meta.url)

export const name = 'pages-bombs'
export const minutes = 4
export const about =
  'hostile pages up to 20 MB by markdown, json, swagger and image: each ends as named in its time, /health answers, ordinary pages of another caller are read'

const EXTRACTORS = ['markdown', 'json', 'swagger', 'image'] as const
type Extractor = (typeof EXTRACTORS)[number]

const SIZE = 1_000_000
/** A little below the fetch limit. */
const LARGEST_PAGE = 20_000_000
/** Those of anchors/reliability.md section 3 at their largest allowed size, and those that took longest in trials. */
const AS_LARGE_AS_MAY_BE = [
  'nested blocks',
  'nested lists',
  'one attribute',
  'entities',
  'tags never closed',
  'siblings',
  'spans of tables',
  'microdata that refers to itself',
  'JSON: lists without end',
  'JSON: a wide list',
  'lines: objects',
  'XML: entities',
]
/** Above what any extractor reads in its own process. */
const ORDINARY = 1_000_000
const ORDINARY_BY = ['markdown', 'json', 'image'] as const
/** However slow the machine is; how long they take is shown beside how long they take alone. */
const ORDINARY_TIMEOUT_MS = 100_000
/** How much of such work one worker takes at once on two cores. */
const AT_ONCE = 64
const TIMEOUT_MS = 40_000
/** By then a job has ended whatever it waited for: what these operations have from the request on. */
const DEADLINE_MS = 60_000
/** Ending it and answering: as much later as anchors/reliability.md allows (T41), and what the machine needs for an answer. */
const END_MS = 5_000
const lateMs = (alone: readonly Answer[]): number => END_MS + 2 * Math.max(...alone.map(({ ms }) => ms))
const NETWORK_TIMEOUT_MS = 1_000
/** The allowed errors for a page without content, with too much of it, or that takes too long. */
const NAMED = new Set([
  'read',
  'empty_content',
  'extract_timeout',
  'source_broken',
  'target_too_large',
  'unsupported_document',
  'validation_failed',
])

interface Attack {
  readonly extractor: Extractor
  readonly url: string
  readonly what: string
  readonly timeoutMs: number
  readonly ends: (code: string) => boolean
}

export async function run({ say }: Pick<Options, 'say'>): Promise<Outcome> {
  const startedAt = performance.now()
  await using resources = new AsyncDisposableStack()
  const port = await startSite(resources, SITE)
  const other = await startSite(resources, SITE)
  const network = resources.use(await startBombServer())
  const allowed = [port, other, ...[network.http, network.raw].map((origin) => Number(new URL(origin).port))]
  const { crawlUrl } = await startProduct(resources, allowed.map((each) => `127.0.0.1/32:${each}`).join(','))
  const page = (bomb: string, size: number): string =>
    `http://127.0.0.1:${port}/page/${size}/${encodeURIComponent(bomb)}`
  // The first request of each extractor loads it: that is no attack.
  for (const extractor of EXTRACTORS) await extract(crawlUrl, extractor, page('headings', 2_000), TIMEOUT_MS)
  // Nor is the time that the site takes to make its large pages.
  for (const bomb of AS_LARGE_AS_MAY_BE) await (await fetch(page(bomb, LARGEST_PAGE))).body?.cancel()
  // Another caller, with pages of another host.
  const client = new Agent(process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {})
  resources.defer(async () => client.close())
  const ordinary = async (extractor: Extractor): Promise<Answer> =>
    timed(async () =>
      extract(
        crawlUrl,
        extractor,
        `http://127.0.0.1:${other}/article/${ORDINARY}`,
        ORDINARY_TIMEOUT_MS,
        client,
      ),
    )
  say('ordinary pages alone')
  const alone: Answer[] = []
  for (let round = 0; round < 3; round += 1)
    for (const extractor of ORDINARY_BY) alone.push(await ordinary(extractor))

  const asManyOrdinary = async (): Promise<unknown> =>
    Promise.all(Array.from({ length: AT_ONCE / 4 }, async (_, n) => ordinary(ORDINARY_BY[n % 3] ?? 'json')))
  const probe = resources.use(await probeHealth(crawlUrl, asManyOrdinary))
  const attacks = [...networkAttacks(network), ...pageAttacks(page)]
  const ends: Record<string, number> = {}
  const wrong: string[] = []
  let worstMs = 0
  const attacked = new AbortController()
  let answered = 0
  const beside: Answer[] = []
  const open = attacks.values()
  const line = async (): Promise<void> => {
    for (const { extractor, url, what, timeoutMs, ends: isExpected } of open) {
      const { end, ms } = await timed(async () => extract(crawlUrl, extractor, url, timeoutMs))
      worstMs = Math.max(worstMs, ms)
      ends[end] = (ends[end] ?? 0) + 1
      answered += 1
      say(`${answered} of ${attacks.length} attacks answered, ${beside.length} ordinary pages meanwhile`)
      // On a busy machine the time of a job may be over before its bomb has come.
      const isOver = /^(?:extract|target)_timeout$/.test(end) && ms >= timeoutMs
      if (!isExpected(end) && !isOver) wrong.push(`${extractor} ${what}: ${end}`)
    }
  }
  const asking = (async () => {
    while (!attacked.signal.aborted)
      for (const extractor of ORDINARY_BY) beside.push(await ordinary(extractor))
  })()
  await Promise.all(Array.from({ length: AT_ONCE }, line))
  attacked.abort()
  await asking
  const goodEnds = await Promise.all(
    EXTRACTORS.map((extractor) => extract(crawlUrl, extractor, page('headings', 2_000), TIMEOUT_MS)),
  )
  const health = await probe.end()
  const workers = await workersSeen(crawlUrl)
  return {
    id: name,
    pass:
      wrong.length === 0 &&
      [...alone, ...beside].every(({ end }) => end === 'read') &&
      goodEnds.every((end) => end === 'read' || end === 'empty_content') &&
      worstMs < DEADLINE_MS + lateMs(alone) &&
      workers === 1 &&
      isHealthy(health),
    figure: {
      attacks: attacks.length,
      ends,
      wrong,
      goodEnds,
      ordinary: { alone: shown(alone), beside: shown(beside) },
      worstJobMs: Math.round(worstMs),
      // More than one: a worker died and another one took its place.
      workers,
      healthMs: health,
    },
    secs: (performance.now() - startedAt) / 1_000,
  }
}

interface Answer {
  readonly end: string
  readonly ms: number
}

async function timed(ask: () => Promise<string>): Promise<Answer> {
  const askedAt = performance.now()
  const end = await ask()
  return { end, ms: performance.now() - askedAt }
}

function shown(answers: readonly Answer[]): object {
  const sorted = answers.map(({ ms }) => Math.round(ms)).toSorted((a, b) => a - b)
  const ends: Record<string, number> = {}
  for (const { end } of answers) ends[end] = (ends[end] ?? 0) + 1
  return { ends, medianMs: sorted[Math.floor(sorted.length / 2)], worstMs: sorted.at(-1) }
}

function pageAttacks(page: (bomb: string, size: number) => string): Attack[] {
  const attack = (extractor: Extractor, bomb: string, size: number): Attack => ({
    extractor,
    url: page(bomb, size),
    what: `${bomb}, ${size / 1_000_000} MB`,
    timeoutMs: TIMEOUT_MS,
    ends: (code) => NAMED.has(code),
  })
  const names = [...hostilePages(0).keys()]
  return [
    ...AS_LARGE_AS_MAY_BE.map((bomb) => [bomb, LARGEST_PAGE] as const),
    ...names.map((bomb) => [bomb, SIZE] as const),
  ].flatMap(([bomb, size]) => EXTRACTORS.map((extractor) => attack(extractor, bomb, size)))
}

/** Compression bombs, drips, wrong lengths: egress answers them, for every extractor. */
function networkAttacks(network: Awaited<ReturnType<typeof startBombServer>>): Attack[] {
  return BOMBS.flatMap((bomb) =>
    EXTRACTORS.map((extractor) => ({
      extractor,
      url: urlOf(network, bomb),
      what: bomb.path,
      timeoutMs: bomb.code === 'target_timeout' ? NETWORK_TIMEOUT_MS : TIMEOUT_MS,
      ends: (code: string) => code === bomb.code,
    })),
  )
}

/** `read`, or the code of the problem. */
async function extract(
  crawlUrl: string,
  extractor: Extractor,
  url: string,
  timeoutMs: number,
  dispatcher?: Agent,
): Promise<string> {
  const { statusCode, body } = await request(`${crawlUrl}/api/v1/${extractor}/extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=120' },
    body: JSON.stringify({
      url,
      maxAgeMs: 0,
      store: false,
      timeoutMs,
      robots: 'ignore',
      engine: 'http',
      ...(extractor === 'swagger' ? { probe: false } : {}),
    }),
    ...(dispatcher === undefined ? {} : { dispatcher }),
  })
  const text = await body.text()
  return statusCode === 200 ? 'read' : ((JSON.parse(text) as { code?: string }).code ?? String(statusCode))
}

async function workersSeen(crawlUrl: string): Promise<number> {
  const answer = (await (await fetch(`${crawlUrl}/api/workers`)).json()) as { items: unknown[] }
  return answer.items.length
}
