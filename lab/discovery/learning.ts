// 3,000 generated sites in four languages: how many contacts are found on how many pages, before and after learning.
import type { Options, Outcome } from '#lab/experiment.ts'
import type { Pattern } from '#contract/crawl/discovery/pattern.ts'
import { createGeneratedWeb, hostsOf, type VisitFigures } from '#test/support/discovery/generated-web.ts'
import { visitSites } from '#test/support/discovery/visit-sites.ts'
import { startProduct } from '#test/support/programs/start-product.ts'
import { startSite } from '#test/support/programs/start-site.ts'
import { WEB } from './programs/web.ts'

export const name = 'discovery-learning'
export const minutes = 6
export const about =
  'share of sites with a contact and pages for each, before and after learning from 2,600 of 3,000 sites'

const SITES = new URL('./programs/generated-sites.ts', import.meta.url)
const HELD = hostsOf(WEB.languages, 400, 'held')
const TAUGHT = hostsOf(WEB.languages, 2_600, 'taught')
const BATCH = 200
const MOVED = 'fr'

export async function run({ say }: Pick<Options, 'say'>): Promise<Outcome> {
  const startedAt = performance.now()
  await using resources = new AsyncDisposableStack()
  const web = createGeneratedWeb(WEB)
  const port = await startSite(resources, SITES)
  const { crawlUrl } = await startProduct(resources, `127.0.0.1/32:${port}`, {
    SURVEYOR_EGRESS_HOSTS: `*.test=127.0.0.1:${port}`,
    SURVEYOR_HOST_DELAY_MS: '0',
    SURVEYOR_HOST_CONCURRENCY: '50',
    // A site that is visited again votes again, as it would a month later.
    SURVEYOR_DISCOVERY: 'trialDays=0,learnEveryMs=1000',
  })
  const post = async (path: string, body: object): Promise<Response> =>
    fetch(crawlUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('/api/discovery/exclusions', {
    kind: 'domain',
    value: '*-held*.test',
    match: 'glob',
    scope: 'learn',
  })

  const atBudgets = async (when: string): Promise<Record<string, object>> => {
    say(`the ${HELD.length} sites that it does not learn from, twice, ${when} learning`)
    const [two, five] = [
      await visitSites(crawlUrl, HELD, { maxPages: 2 }),
      await visitSites(crawlUrl, HELD, { maxPages: 5 }),
    ]
    return { 2: shown(two), 5: shown(five) }
  }
  const byLinkOrder = { 2: shown(web.byLinkOrder(HELD, 2)), 5: shown(web.byLinkOrder(HELD, 5)) }
  const before = await atBudgets('before')
  let firstPromotionAfter: number | null = null
  for (let at = 0; at < TAUGHT.length; at += BATCH) {
    say(`${at} of ${TAUGHT.length} sites taught`)
    await visitSites(crawlUrl, TAUGHT.slice(at, at + BATCH), { maxPages: 5 })
    if (firstPromotionAfter === null && (await learned(crawlUrl)).length > 0) firstPromotionAfter = at + BATCH
  }
  await post('/api/discovery/rebuild', {})
  await workersAsk()
  const after = await atBudgets('after')
  const active = await learned(crawlUrl)
  const isTrue = ({ language, template }: Pattern): boolean =>
    web.trueTemplates[language]?.includes(template.replace('/', '')) === true
  const promoted = new Set(
    active.filter(({ kind }) => kind === 'path').map(({ language, template }) => `${language}${template}`),
  )

  await fetch(`http://127.0.0.1:${port}/${MOVED}`, { method: 'POST' })
  const changed = TAUGHT.filter((host) => host.startsWith(`${MOVED}-`))
  for (let at = 0; at < changed.length; at += BATCH) {
    say(`${at} of ${changed.length} sites visited again whose pages moved`)
    await visitSites(crawlUrl, changed.slice(at, at + BATCH), { maxPages: 5 })
  }
  await post('/api/discovery/rebuild', {})
  const later = await learned(crawlUrl)
  const oldLeft = later.filter(({ language, template }) => language === MOVED && isOld(template))
  const newFound = later.filter(
    ({ kind, language, template }) => kind === 'path' && language === MOVED && !isOld(template),
  )
  function isOld(template: string): boolean {
    return web.trueTemplates[MOVED]?.includes(template.replace('/', '')) === true
  }

  const fall = 1 - figuresOf(after, 5).pagesPerContact / figuresOf(before, 5).pagesPerContact
  return {
    id: name,
    pass:
      active.every(isTrue) &&
      promoted.size === WEB.languages.length * WEB.templates &&
      oldLeft.length === 0 &&
      [2, 5].every((budget) => figuresOf(after, budget).share > figuresOf(byLinkOrder, budget).share) &&
      [before, after].every((each) => [2, 5].every((budget) => figuresOf(each, budget).failed === 0)) &&
      fall >= 0.4,
    figure: {
      byLinkOrder,
      before,
      after,
      pagesPerContactFell: rounded(fall),
      firstPromotionAfter,
      promoted: `${promoted.size} of ${WEB.languages.length * WEB.templates}`,
      junkActive: active.filter((pattern) => !isTrue(pattern)).length,
      afterChange: { oldActive: oldLeft.length, newActive: newFound.length },
    },
    secs: Math.round((performance.now() - startedAt) / 1_000),
  }
}

interface Shown {
  /** Sites that could not be visited: a busy machine. */
  readonly failed: number
  readonly share: number
  readonly pagesPerSite: number
  readonly pagesPerContact: number
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

const shown = ({ sites, found, pages, failed }: VisitFigures): Shown => ({
  failed,
  share: rounded(found / sites),
  pagesPerSite: rounded(pages / sites),
  pagesPerContact: rounded(pages / found),
})

const figuresOf = (figures: object, budget: number): Shown =>
  (figures as Record<number, Shown>)[budget] as Shown

/** The patterns that were learned and are active. */
async function learned(crawlUrl: string): Promise<Pattern[]> {
  const response = await fetch(`${crawlUrl}/api/discovery/patterns?status=active&source=learned&limit=500`)
  const { items } = (await response.json()) as { items: Pattern[] }
  return items
}

/** Longer than a worker follows what it knows without asking. */
const workersAsk = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 11_000))
