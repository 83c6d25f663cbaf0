// The request for a crawl: its fields, and the checks that a schema cannot make. What passes is the input of its job.
import { Type, type Static, type TSchema } from 'typebox'
import { JobOptions } from '#contract/crawl/job-options.ts'
import { SiteOptions } from '#contract/crawl/sites/crawl-options.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { createSiteScope } from '#kit/site/site-scope.ts'
import { DEFAULT_TRAP_BOUNDS } from '#kit/site/trap-shapes.ts'
import { patternProblems } from '#kit/site/url-patterns.ts'
import { readWebAddress } from '#kit/url/web-address.ts'
import { requireScope, type Caller } from '#platform/http/auth/authenticator.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { propertiesOf } from '#crawl/requests/flat-query.ts'
import { inputErrors } from '#crawl/requests/input-errors.ts'
import { requireInputScopes } from '#crawl/requests/input-scopes.ts'
import { WebhookField } from '#crawl/requests/request-fields.ts'
import { hasUserInfo, userInfoProblem } from '#crawl/requests/normal-addresses.ts'
import type { SiteInput } from './site-job.ts'

/** Fields of one page that a crawl sets itself, or that name another page. */
const NOT_OF_A_SITE: ReadonlySet<string> = new Set([
  'url',
  'html',
  'artifactId',
  'baseUrl',
  'extractors',
  'known',
  'pace',
  'failOnStatus',
])

const Options = Type.Object(SiteOptions)
type SiteOptionsGiven = Static<typeof Options>
/** Of a request, what does not say how a page is fetched. */
const NOT_OF_PAGES: ReadonlySet<string> = new Set([
  ...Object.keys(SiteOptions),
  ...Object.keys(JobOptions.properties),
  'webhook',
])

/** A body that fits `siteBody`. */
export type SiteRequest = SiteOptionsGiven & Readonly<Record<string, unknown>>

/** The fields that say how a page is fetched. */
const pageFields = (page: ExtractorOperation): Readonly<Record<string, TSchema>> =>
  Object.fromEntries(
    Object.entries(propertiesOf(page.operation.input)).flatMap(([name, schema]) => {
      // A default is that of the page: filled in here, it would look like a choice of the caller.
      const { default: _, ...rest } = schema as TSchema & { default?: unknown }
      return NOT_OF_A_SITE.has(name) ? [] : [[name, Type.Optional(Type.Unsafe(rest))]]
    }),
  )

/** The body of `POST /api/v1/sites/crawl`. */
export function siteBody(page: ExtractorOperation) {
  return Type.Object(
    {
      ...SiteOptions,
      ...pageFields(page),
      ...JobOptions.properties,
      webhook: Type.Optional(WebhookField),
    },
    { additionalProperties: false },
  )
}

/** Throws `validation_failed` with all problems, and `scope_missing`. */
export async function siteInput(
  operations: readonly ExtractorOperation[],
  given: SiteRequest,
  caller: Caller,
): Promise<SiteInput> {
  const {
    include = [],
    exclude = [],
    extractors = [{ extractor: 'markdown' }],
    scope = 'host',
    similarUrls = true,
    ignoreQuery = false,
  } = given
  const page = Object.fromEntries(Object.entries(given).filter(([name]) => !NOT_OF_PAGES.has(name)))
  const errors: FieldProblem[] = patternProblems({ include, exclude })
  const urls = given.urls.map((text, at) => normalStart(text, at, errors))
  const [first = ''] = urls
  for (const [at, { extractor, options = {} }] of extractors.entries()) {
    const place = `/extractors/${at}`
    const found = operations.find(({ jobType }) => jobType === `${extractor}.extract`)
    if (found === undefined || extractor === 'page' || !found.extractor.available) {
      errors.push({ pointer: `${place}/extractor`, code: 'unknown_extractor', detail: 'reads no page' })
      continue
    }
    if (extractors.findIndex((other) => other.extractor === extractor) < at) {
      errors.push({ pointer: `${place}/extractor`, code: 'duplicate', detail: 'is named before' })
      continue
    }
    requireScope(caller, `extract:${extractor}`)
    errors.push(...(await optionProblems(found, { first, page, options, place })))
  }
  if (errors.length === 0) {
    const start = { urls, scope, include, exclude, maxDepth: null, ignoreQuery, similar: similarUrls }
    const site = createSiteScope(start)
    for (const [at, href] of urls.entries()) {
      const { reason } = site.verdict({ href, depth: 0 })
      if (reason !== null)
        errors.push({ pointer: `/urls/${at}`, code: 'not_in_scope', detail: `is left out by: ${reason}` })
    }
  }
  if (errors.length > 0) {
    throw new SurveyorError('validation_failed', 'The crawl cannot be made as asked for.', { errors })
  }
  requireInputScopes(caller, [page, ...extractors.map(({ options }) => options ?? {})])
  return {
    urls,
    scope,
    include,
    exclude,
    maxDepth: given.maxDepth ?? null,
    maxPages: given.maxPages ?? 1_000,
    sitemap: given.sitemap ?? 'include',
    extractors,
    similarUrls,
    ignoreQuery,
    sameContent: given.sameContent ?? 'drop',
    similarContent: given.similarContent ?? 'mark',
    robotsMeta: given.robotsMeta ?? 'obey',
    maxSeconds: given.maxSeconds ?? 86_400,
    maxBytes: given.maxBytes ?? null,
    delayMs: given.delayMs ?? null,
    concurrency: given.concurrency ?? null,
    pagesPerPattern: given.pagesPerPattern ?? DEFAULT_TRAP_BOUNDS.pagesPerPattern,
    pagesPerQuery: given.pagesPerQuery ?? DEFAULT_TRAP_BOUNDS.pagesPerQuery,
    pagesPerCalendar: given.pagesPerCalendar ?? DEFAULT_TRAP_BOUNDS.pagesPerCalendar,
    incremental: given.incremental ?? null,
    artifact: given.artifact ?? false,
    webhookPages: given.webhookPages ?? false,
    page,
  }
}

function normalStart(text: string, at: number, errors: FieldProblem[]): string {
  const pointer = `/urls/${at}`
  const read = readWebAddress(text)
  if ('problem' in read) {
    errors.push({ pointer, code: 'invalid_url', detail: read.problem })
    return text
  }
  if (hasUserInfo(read.href)) errors.push(userInfoProblem(pointer))
  return read.href
}

/** Of the options of one extractor: those of the page, and what the extractor itself refuses. */
async function optionProblems(
  { operation, extractor }: ExtractorOperation,
  given: {
    readonly first: string
    readonly page: Readonly<Record<string, unknown>>
    readonly options: Readonly<Record<string, unknown>>
    readonly place: string
  },
): Promise<FieldProblem[]> {
  const { first, page, options, place } = given
  const fields = propertiesOf(operation.input)
  const common = Object.keys(options).filter((name) => NOT_OF_A_SITE.has(name))
  if (common.length > 0) {
    return common.map((name) => ({
      pointer: `${place}/options/${name}`,
      code: 'not_allowed_value',
      detail: 'is decided by the crawl',
    }))
  }
  const shared = Object.entries(page).filter(([name]) => Object.hasOwn(fields, name))
  const input = { ...Object.fromEntries(shared), url: first, ...options }
  const at = (path: readonly (string | number)[]) =>
    `${place}/options${path.map((part) => `/${part}`).join('')}`
  const errors = inputErrors(operation.input, input, at)
  if (errors.length > 0) return [...errors]
  try {
    await extractor.checkInput?.(input)
    return []
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    const { errors: found = [], message } = error
    if (found.length === 0) return [{ pointer: `${place}/options`, code: error.code, detail: message }]
    return found.map((problem) => ({ ...problem, pointer: `${place}/options${problem.pointer}` }))
  }
}
