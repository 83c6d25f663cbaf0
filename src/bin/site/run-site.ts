// One crawl of a site from its request to its end on the screen: progress, files, and what is missing and why.
import type { SiteCrawl } from '#contract/crawl/sites/site.ts'
import { isTerminal } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ProgressBar } from '#bin/search/progress-bar.ts'
import { EXIT } from '#bin/cli/exit-codes.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { CrawlClient } from './crawl-client.ts'
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

/** Answers the exit code: `complete` only when every page of the site that the request means was saved. */
export async function runSite(run: SiteRun): Promise<number> {
  const { crawl, bar, say, target, request } = run
  const id = await startCrawl(run)
  let ended: SiteCrawl
  try {
    ended = await crawlEnd(run, id)
  } catch (error) {
    // Services that go on running must not go on for nobody.
    if (run.signal.aborted) await crawl.cancelCrawl(id).catch(() => undefined)
    throw error
  }
  const { manifest, status, error } = ended
  const { counts } = manifest
  bar.end(`${status}: ${counts.stored + counts.unchanged} pages, ${manifest.requests} requests`)
  if (error !== null) say(`The crawl failed: ${error.detail}`)
  const isComplete = manifest.complete === true
  const start = request.urls[0]
  const saved =
    'file' in target
      ? await saveLines(crawl, id, target.file)
      : await saveFolder(crawl, id, target.folder, { start, isComplete })
  for (const line of savedLines(saved, 'file' in target ? target.file : target.name)) say(line)
  for (const line of leftOutLines(ended)) say(line)
  if (status === 'failed' || status === 'dead' || status === 'expired') return EXIT.failed
  return isComplete ? EXIT.complete : EXIT.incomplete
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

function* savedLines(
  { new: added, changed, unchanged, gone, unreached }: Saved,
  target: string,
): Generator<string> {
  yield `wrote ${target}: ${added} new, ${changed} changed, ${unchanged} unchanged`
  if (gone.length > 0) {
    const more = gone.length > MAX_SHOWN ? ', …' : ''
    yield `no longer on the site (${gone.length}), their files are left: ${gone.slice(0, MAX_SHOWN).join(', ')}${more}`
  }
  if (unreached > 0) yield `${unreached} files are of pages that this run did not reach`
}

function* leftOutLines({ manifest: { complete, leftOut } }: SiteCrawl): Generator<string> {
  for (const { reason, count, examples } of leftOut) {
    const example = examples[0] === undefined ? '' : `, such as ${examples[0]}`
    yield `left out: ${reason} (${count})${example}`
  }
  if (complete !== true && leftOut.length === 0) yield 'not complete'
}
