// One crawl of a site from its request to its end on the screen: progress, files, and what is missing and why.
import type { SiteCrawl } from '#contract/crawl/sites/site.ts'
import { isTerminal } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ProgressBar } from '#bin/search/progress-bar.ts'
import { EXIT } from '#bin/cli/exit-codes.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { CrawlClient } from './crawl-client.ts'
import { lackOf, type Lack } from './left-out.ts'
import { saveFolder, saveLines, type Saved } from './save-site.ts'
import type { SiteFolder } from './site-folder.ts'
import type { SiteRequest } from './site-request.ts'

export interface SiteRun {
  readonly crawl: CrawlClient
  readonly request: SiteRequest
  /** A folder, or the name of a file for lines. */
  readonly target: { readonly folder: SiteFolder; readonly name: string } | { readonly file: string }
  /** True: pages that the folder has are fetched again. */
  readonly isFresh: boolean
  /** True: files of pages that are no longer on the site are deleted. */
  readonly prunes: boolean
  readonly bar: ProgressBar
  /** Writes a line for the person at the terminal. */
  say(text: string): void
  /** The person wants it to end. */
  readonly signal: AbortSignal
}

const POLL_MS = 300
const MAX_SHOWN = 10
/** Codes of a start that names an earlier crawl which is no longer kept. */
const FORGOTTEN: ReadonlySet<string> = new Set(['not_found', 'result_expired', 'validation_failed'])

/** Limits that the person may have set, and the reasons of what they leave out. A time that is up is none: pages remain to be read. */
const LIMITS: Readonly<Record<string, string>> = { maxPages: 'page_limit', maxDepth: 'depth' }

/**
 * Answers the exit code: `complete` when all pages were saved but those that the site or the person does not want,
 * `failed` where there are none at all.
 */
export async function runSite(run: SiteRun): Promise<number> {
  const { crawl, bar, say, target, request, prunes } = run
  const id = await startCrawl(run)
  let ended: SiteCrawl
  try {
    ended = await crawlEnd(run, id)
  } catch (error) {
    // Services that go on running must not go on for nobody.
    if (run.signal.aborted) await crawl.cancelCrawl(id).catch(() => undefined)
    throw error
  }
  const { manifest, status, error, createdAt } = ended
  const { counts, leftOut } = manifest
  const pages = counts.stored + counts.unchanged
  const isEmpty = status === 'succeeded' && pages === 0
  bar.end(`${isEmpty ? 'failed' : status}: ${pages} pages, ${manifest.requests} requests`)
  if (error !== null) say(`The crawl failed: ${error.detail}`)
  if (isEmpty) say(await whyEmpty(crawl, id))
  const limits = ownLimits(request, leftOut)
  const lacks = leftOut.map((one) => ({ ...one, lack: lackOf(one.reason, limits) }))
  const isUnexplained = manifest.complete !== true && leftOut.length === 0
  if ('folder' in target) {
    const saved = await saveFolder(crawl, id, target.folder, {
      asked: JSON.stringify(request),
      start: request.urls[0],
      startedAt: createdAt,
      isWhole:
        status === 'succeeded' &&
        !isUnexplained &&
        lacks.every(({ lack }) => lack === 'none' || lack === 'dead'),
      prunes,
    })
    for (const line of savedLines(saved, target.name)) say(line)
  } else if (pages > 0) {
    // A site that is down is no reason to lose the lines of an earlier run.
    for (const line of savedLines(await saveLines(crawl, id, target.file, createdAt), target.file)) say(line)
  }
  for (const { lack, reason, count, examples } of lacks) {
    const example = examples[0] === undefined ? '' : `, such as ${examples[0]}`
    say(`${TITLES[lack]}: ${reason} (${count})${example}`)
  }
  if (isUnexplained) say('not complete')
  if (isEmpty || status === 'failed' || status === 'dead' || status === 'expired') return EXIT.failed
  const isComplete = status === 'succeeded' && !isUnexplained && lacks.every(({ lack }) => lack !== 'missing')
  return isComplete ? EXIT.complete : EXIT.incomplete
}

function ownLimits(request: SiteRequest, leftOut: SiteCrawl['manifest']['leftOut']): ReadonlySet<string> {
  const limits = Object.entries(LIMITS).flatMap(([field, reason]) => (field in request ? [reason] : []))
  const isFull = limits.includes('page_limit') && leftOut.some(({ reason }) => reason === 'page_limit')
  // The crawl has all pages that it was to have, whatever a sitemap would have named.
  return new Set(isFull ? [...limits, 'sitemap_not_read'] : limits)
}

/** How a line begins that says what is not there. */
const TITLES: Readonly<Record<Lack, string>> = {
  none: 'left out',
  unwanted: 'left out',
  dead: 'dead links',
  missing: 'missing',
}

/** The reason of the address that the crawl began at, which is its first page. */
async function whyEmpty(crawl: CrawlClient, id: string): Promise<string> {
  for await (const { url, reason, error } of crawl.pages(id, false))
    return `Nothing could be read: ${url}: ${error?.detail ?? reason ?? 'the service does not say why'}`
  return 'Nothing could be read: the options leave out every page.'
}

/** The pages of the earlier run are asked for by what is known of them; where crawl has forgotten that run, all are fetched. */
async function startCrawl({ crawl, request, target, isFresh }: SiteRun): Promise<string> {
  const earlier = 'file' in target ? null : (target.folder.earlier?.crawl ?? null)
  if (earlier === null && !isFresh) return crawl.startCrawl(request)
  // The copies that crawl keeps for an hour would hide what has changed since.
  const asNew = { ...request, maxAgeMs: 0 }
  if (earlier === null || isFresh) return crawl.startCrawl(asNew)
  try {
    return await crawl.startCrawl({ ...asNew, incremental: earlier })
  } catch (error) {
    if (!(error instanceof SurveyorError) || !FORGOTTEN.has(error.code)) throw error
    return crawl.startCrawl(asNew)
  }
}

async function crawlEnd({ crawl, bar, signal, request }: SiteRun, id: string): Promise<SiteCrawl> {
  const { host } = new URL(request.urls[0])
  for (;;) {
    const seen = await crawl.getCrawl(id)
    if (isTerminal(seen.status)) return seen
    const { queued, fetching, ...ended } = seen.manifest.counts
    const done = Object.values(ended).reduce((sum, count) => sum + count, 0)
    const all = done + queued + fetching
    const stage = seen.isPaused ? `paused: ${host}` : `reading ${host}`
    bar.update(
      stage,
      all === 0 ? null : done / all,
      `${ended.stored + ended.unchanged} pages, ${queued + fetching} to go`,
    )
    await systemClock.sleep(POLL_MS, signal)
  }
}

function* savedLines(saved: Saved, target: string): Generator<string> {
  const { new: added, changed, unchanged, kept, gone, pruned, unreached, copies } = saved
  yield `wrote ${target}: ${added} new, ${changed} changed, ${unchanged} unchanged`
  if (copies.count > 0) {
    yield `${copies.count} of them from copies that crawl had, the oldest of ${copies.oldest}; --fresh fetches all`
  }
  if (kept.length > 0)
    yield `files that were there and not as written here (${kept.length}), kept as: ${shown(kept)}`
  if (pruned.length > 0) yield `no longer on the site (${pruned.length}), deleted: ${shown(pruned)}`
  if (gone.length > 0) {
    yield `no longer on the site (${gone.length}), their files are left: ${shown(gone)}; --prune deletes those that nobody edited`
  }
  if (unreached > 0) yield `${unreached} files are of pages that this run did not reach`
}

const shown = (names: readonly string[]): string =>
  `${names.slice(0, MAX_SHOWN).join(', ')}${names.length > MAX_SHOWN ? ', …' : ''}`
