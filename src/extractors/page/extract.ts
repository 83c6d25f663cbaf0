// The work of the page extractor: fetches the page once, reads its facts, and lets each extractor read the same answer.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import {
  checkedOperation,
  type ExtractContext,
  type ExtractFetch,
  type ExtractorInstance,
  type ExtractorOutput,
  type ExtractResponse,
} from '#extract/context.ts'
import { extractError, foundNothing } from '#extract/errors.ts'
import { followRefreshes, pageEvidence, type OpenPage } from '#extract/page/load-page.ts'
import { loadTarget, type LoadedTarget } from '#extract/page/load-target.ts'
import { optionsOf } from '#extract/page/page-request.ts'
import { retry } from '#kit/time/retry.ts'
import type { PageExtractData, PageExtractInput, PageExtractor, PageFacts, PageOutcome } from './options.ts'
import { NO_FACTS, readPageFacts } from './page-facts.ts'

const NOT_MODIFIED = 304
/**
 * A program that failed at one request often answers the next one, so it is asked again within the job. What says that the
 * server is away (502, 503, 504) is left to the later attempts of the job.
 */
const SERVER_ERROR = 500
const MAX_ATTEMPTS = 3
const BACKOFF = { baseMs: 400, factor: 2.5, capMs: 1_000 }
const DEFAULT_EXTRACTORS: readonly PageExtractor[] = [{ extractor: 'markdown' }]

export async function create(): Promise<ExtractorInstance> {
  return { operations: { extract: checkedOperation<PageExtractInput>(extract) } }
}

async function extract(request: PageExtractInput, context: ExtractContext): Promise<ExtractorOutput> {
  const { extractors = DEFAULT_EXTRACTORS, known = {} } = request
  const fetched = recording(context.fetch)
  const conditions = {
    ...(known.etag === undefined ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
  }
  const asked = { ...request, headers: { ...request.headers, ...conditions } }
  const fetching = { ...context, fetch: fetched.fetch }
  const target = await loadWithRetries(asked, fetching)
  const opened = target.kind.type === 'page' ? await followRefreshes(target, request, fetching, {}) : null
  // Of the page itself: one that only refreshes to it may stay the same while that one changes.
  const answer = [...fetched.answers.values()].at(-1)
  const reached = opened ?? target
  const validators = {
    etag: answer?.headers['etag'] ?? null,
    lastModified: answer?.headers['last-modified'] ?? null,
  }
  if (reached.statusCode === NOT_MODIFIED) {
    const page = { ...NO_FACTS, ...validators, notModified: true }
    return outputOf(reached, { page, results: {} })
  }
  const { facts, html, warnings } = factsOf(opened, answer)
  const results: Record<string, PageOutcome> = {}
  const failures: SurveyorError[] = []
  for (const one of extractors) {
    const outcome = await runOne(one, {
      request,
      target,
      html,
      context: { ...context, fetch: fetched.replay },
    })
    if (outcome instanceof SurveyorError) failures.push(outcome)
    results[one.extractor] =
      outcome instanceof SurveyorError
        ? { data: null, warnings: [], error: { ...problemOf(outcome) } }
        : { data: outcome.data, warnings: [...(outcome.warnings ?? [])], error: null }
  }
  const [first] = failures
  // An error page without text says by its status what there is to know.
  const isEmptyError = (reached.statusCode ?? 0) >= 400 && failures.every(foundNothing)
  if (first !== undefined && failures.length === extractors.length && !isEmptyError) throw first
  const page = { ...facts, ...validators, notModified: false }
  return { ...outputOf(reached, { page, results }), warnings }
}

const outputOf = (
  { engine, response }: Pick<LoadedTarget, 'engine' | 'response'>,
  data: PageExtractData,
): ExtractorOutput => ({ data, engine, ...(response === null ? {} : { response }) })

/** The facts of a page, and its text where a browser made it. Throws for a wall, as every extractor of pages does. */
function factsOf(
  opened: OpenPage | null,
  answer: ExtractResponse | undefined,
): { facts: PageFacts; html: string | null; warnings: NonNullable<ExtractorOutput['warnings']> } {
  if (opened === null) return { facts: NO_FACTS, html: null, warnings: [] }
  const page = pageEvidence(opened, { shell: 'warning' })
  const facts = readPageFacts(page.document, page.url, answer?.headers['x-robots-tag'] ?? null)
  return {
    facts: { ...facts, softError: page.quality.signals.includes('soft_404') },
    html: page.engine === 'browser' ? page.html : null,
    warnings: page.warnings,
  }
}

/** What one extractor finds, or why it finds nothing. Throws what ends the job: a cancel, the deadline, a defect. */
async function runOne(
  { extractor, options = {} }: PageExtractor,
  given: {
    readonly request: PageExtractInput
    readonly target: LoadedTarget
    readonly html: string | null
    readonly context: ExtractContext
  },
): Promise<ExtractorOutput | SurveyorError> {
  const { request, target, html, context } = given
  if (context.runExtractor === undefined) throw new Error('This worker runs no extractor for another one.')
  const own = new Set(Object.keys(optionsOf(request)))
  const common = Object.fromEntries(Object.entries(request).filter(([name]) => !own.has(name)))
  const engine = target.engine === 'none' ? {} : { engine: target.engine }
  // What a browser made is read as it stands, and not loaded again.
  const rendered = html === null ? {} : { html, baseUrl: target.url ?? request.url }
  try {
    return await context.runExtractor(
      { extractor, input: { ...common, ...engine, ...options }, rendered },
      context.fetch,
    )
  } catch (error) {
    if (!(error instanceof SurveyorError) || context.signal.aborted) throw error
    return error
  }
}

/** The target, asked for again where the server failed. Throws `target_http_error` where it did so each time. */
async function loadWithRetries(request: PageExtractInput, context: ExtractContext): Promise<LoadedTarget> {
  const detail = `The target answered with the status ${SERVER_ERROR}, ${MAX_ATTEMPTS} times.`
  const failed = extractError('target_http_error', detail, { retryable: false })
  const load = async (): Promise<LoadedTarget> => {
    const target = await loadTarget(request, context)
    if (target.statusCode === SERVER_ERROR) throw failed
    return target
  }
  const isRetryable = (error: unknown): boolean => error === failed
  return retry(load, { backoff: BACKOFF, maxAttempts: MAX_ATTEMPTS, isRetryable, signal: context.signal })
}

/** A fetch that remembers each answer: `replay` gives it again for the same address. */
function recording(ask: ExtractFetch): {
  readonly answers: ReadonlyMap<string, ExtractResponse>
  readonly fetch: ExtractFetch
  readonly replay: ExtractFetch
} {
  const answers = new Map<string, ExtractResponse>()
  const isPlain = ({ method = 'GET', body }: Parameters<ExtractFetch>[0]) =>
    method === 'GET' && body === undefined
  return {
    answers,
    fetch: async (request) => {
      const answer = await ask(request)
      if (isPlain(request)) answers.set(request.url, answer)
      return answer
    },
    replay: async (request) => {
      const known = isPlain(request) ? answers.get(request.url) : undefined
      if (known === undefined) return ask(request)
      if (known.bytes <= request.maxBytes) return known
      throw extractError('target_too_large', `The page has more than ${request.maxBytes} bytes.`)
    },
  }
}
