// The work of the swagger extractor: finds the descriptions of a page or an address, reads them, compares them.
import type { Warning } from '#contract/crawl/result.ts'
import {
  checkedOperation,
  type ExtractContext,
  type ExtractorInstance,
  type ExtractorOutput,
} from '#extract/context.ts'
import { loadTarget, type LoadedTarget } from '#extract/page/load-target.ts'
import {
  ACCEPT_DESCRIPTION,
  createAskAddress,
  textOf,
  type AskAddress,
} from '#extractors/swagger/discover/ask-address.ts'
import { createFinder, type Finder } from '#extractors/swagger/discover/find-descriptions.ts'
import type { SwaggerInput } from './options.ts'
import { presentSpec } from './present-spec.ts'
import { withDocuments, type CompleteDescription, createDocumentStore } from './load-documents.ts'
import { MAX_CHARS } from './read/parsed-text.ts'
import type { SwaggerData } from './swagger-data.ts'
import type { ReadOptions } from '#extractors/swagger/work/read-description.ts'
import { createSpecWork, type SpecWork } from '#extractors/swagger/work/spec-work.ts'
import type { FieldProblem } from '#contract/problem.ts'
import type { SurveyorError } from '#contract/surveyor-error.ts'
import { extractError, pageError } from '#extract/errors.ts'
import type { PageQuality } from '#parsing/page/page-quality.ts'
import type { Attempt } from '#extractors/swagger/hints/hint.ts'

const DEFAULT_MAX_SPECS = 10
const DEFAULT_MAX_PROBES = 20

/** How the older version is fetched, and where both are compared. */
interface CompareDeps {
  readonly ask: AskAddress
  readonly context: Pick<ExtractContext, 'readArtifact'>
  readonly work: SpecWork
}

/** It holds nothing between jobs. */
export async function create(): Promise<ExtractorInstance> {
  return { operations: { extract: checkedOperation<SwaggerInput>(extract) } }
}

async function extract(input: SwaggerInput, context: ExtractContext): Promise<ExtractorOutput> {
  const options = readOptions(input)
  const target = await loadTarget(input, context, { accept: ACCEPT_DESCRIPTION })
  const { headers, endsAtMs } = target
  const work = createSpecWork({ context, endsAtMs })
  // The origin that the caller meant, which a redirect does not change.
  const origin = input.url ?? null
  const ask = createAskAddress({ context, request: input, origin, headers, endsAtMs })
  const finder = createFinder({
    ask,
    read: (text, base) => work.read({ text, url: base, others: [], options }),
    inspect: work.inspect,
    maxSpecs: input.maxSpecs ?? DEFAULT_MAX_SPECS,
    maxProbes: input.maxProbes ?? DEFAULT_MAX_PROBES,
  })
  await search(finder, target, input, work)
  const documents = createDocumentStore(ask)
  const complete: CompleteDescription[] = []
  for (const found of finder.found) complete.push(await withDocuments(found, options, work, documents))
  const warnings: Warning[] = []
  const specs: SwaggerData['specs'] = []
  const budget = { bytes: 0 }
  for (const [at, each] of complete.entries()) {
    const presented = await presentSpec(each, at, options, context, budget)
    specs.push(presented.data)
    warnings.push(...presented.warnings)
  }
  const left = finder.attempts.filter(({ outcome }) => outcome === 'not_tried').length
  if (left > 0)
    warnings.push({
      code: 'specs_cut',
      detail: `${left} more addresses were not looked at.`,
      pointer: '/probed',
    })
  const data: SwaggerData = {
    url: target.url,
    specs,
    probed: finder.attempts.map((attempt) => ({ ...attempt })),
  }
  if (input.compareTo !== undefined) {
    data.diff = await compareFound(complete, input.compareTo, input.filter, { ask, context, work })
  }
  return {
    data,
    engine: target.engine,
    warnings,
    quality: qualityOf(specs),
    provenance: Object.fromEntries(specs.map(({ url, foundBy }, at) => [`/specs/${at}`, { url, foundBy }])),
    ...(target.response === null ? {} : { response: target.response }),
  }
}

/** A description that was only named, or that has mistakes, is worth less than one that is right. */
function qualityOf(specs: SwaggerData['specs']): { score: number; signals: string[] } {
  const named = specs.filter(({ operations, counts }) => operations === undefined && counts === undefined)
  const wrong = specs.filter(({ validation }) => validation?.valid === false)
  const score = 1 - (0.5 * named.length + 0.2 * wrong.length) / Math.max(1, specs.length)
  return {
    score: Math.round(100 * score) / 100,
    signals: [
      ...(named.length > 0 ? ['named_only'] : []),
      ...(wrong.length > 0 ? ['invalid_description'] : []),
    ],
  }
}

function readOptions(input: SwaggerInput): ReadOptions {
  const { output = 'both', validate = true, convertTo = 'none', resolveRefs = 'none', filter } = input
  return { output, validate, convertTo, resolveRefs, filter: filter ?? null }
}

/** Throws when nothing is found, with all tried addresses. */
async function search(
  finder: Finder,
  target: LoadedTarget,
  input: SwaggerInput,
  work: SpecWork,
): Promise<void> {
  const { url, statusCode } = target
  const text = target.html ?? (target.body === null ? null : textOf(target.body, target.contentType))
  await finder.start({ text, url, statusCode, linkHeader: target.linkHeader })
  if (finder.found.length > 0) return
  const problem =
    text === null || target.kind.type !== 'page'
      ? null
      : (await work.classify({ html: text, statusCode })).problem
  // A host that refuses us or is down is not asked again.
  const turnedAway = problem !== null && problem.code !== 'empty_content' && problem.code !== 'login_required'
  if (url !== null && input.probe !== false && !turnedAway && finder.unreadable() === null)
    await finder.probe(url)
  if (finder.found.length > 0) return
  throw nothingFound(finder.attempts, problem, finder.unreadable())
}

const MAX_LISTED = 50

/** `problem` is what the page is instead of one; `unreadable` a description that was found and could not be read. */
function nothingFound(
  attempts: readonly Attempt[],
  problem: PageQuality['problem'],
  unreadable: SurveyorError | null,
): SurveyorError {
  const errors = attempts.slice(0, MAX_LISTED).map(problemOfAttempt)
  if (unreadable !== null)
    return extractError(unreadable.code, unreadable.message, { cause: unreadable, errors })
  if (problem !== null && problem.code !== 'empty_content') {
    return pageError(problem, { errors })
  }
  const asked = attempts.filter(({ outcome }) => outcome !== 'not_tried').length
  const detail = `No API description was found; ${asked === 1 ? 'one address was' : `${asked} addresses were`} looked at (see \`errors\`).`
  return extractError('empty_content', problem === null ? detail : `${detail} ${problem.detail}`, { errors })
}

function problemOfAttempt({ url, foundBy, outcome, statusCode, detail }: Attempt): FieldProblem {
  const parts = [`${foundBy}: ${url}`, statusCode === null ? null : `status ${statusCode}`, detail]
  return {
    pointer: '/url',
    code: outcome,
    detail: parts
      .filter((part) => part !== null)
      .join(', ')
      .slice(0, 1_000),
  }
}

/**
 * Loads the older version named by a caller and compares the found one with it. Throws `validation_failed` when there
 * is nothing to compare, or when `compareTo` is not an OpenAPI document.
 */
async function compareFound(
  specs: readonly CompleteDescription[],
  compareTo: NonNullable<SwaggerInput['compareTo']>,
  filter: SwaggerInput['filter'],
  { ask, context, work }: CompareDeps,
): Promise<NonNullable<SwaggerData['diff']>> {
  const readable = specs.filter(({ description }) => description.lists !== undefined)
  const [first] = readable
  if (first === undefined) {
    throw refused('There is no OpenAPI document to compare with; none of what was found can be read as one.')
  }
  const before = await olderText(compareTo, ask, context)
  const title = titleIn(before)
  const chosen = readable.find(({ description }) => title !== null && description.title === title) ?? first
  const { previous, diff } = await work.compare({ before, after: chosen.text, filter: filter ?? null })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the lists differ: they are read-only in the making
  return { specIndex: specs.indexOf(chosen), previous, ...diff } as NonNullable<SwaggerData['diff']>
}

async function olderText(
  compareTo: NonNullable<SwaggerInput['compareTo']>,
  ask: AskAddress,
  context: CompareDeps['context'],
): Promise<string> {
  if (typeof compareTo !== 'string') return JSON.stringify(compareTo)
  if (/^art_[0-9a-f-]+$/.test(compareTo)) {
    const { bytes, mediaType } = await context.readArtifact(compareTo, { maxBytes: MAX_CHARS })
    const text = textOf(bytes, mediaType)
    if (text === null) throw refused('The artifact is no text.')
    return text
  }
  if (!/^https?:\/\/\S+$/i.test(compareTo.trim())) return compareTo
  const answer = await ask(compareTo.trim())
  if ('outcome' in answer) {
    const why = answer.detail ?? (answer.statusCode === null ? answer.outcome : `status ${answer.statusCode}`)
    throw refused(`The older description cannot be fetched: ${why}`)
  }
  if (answer.text === null) throw refused('The older description is no text.')
  return answer.text
}

/** The title near the top of a text that has not been parsed yet: good enough to choose by, and nothing more hangs on it. */
function titleIn(text: string): string | null {
  const match =
    /["']?title["']?\s{0,10}:\s{0,10}(?:"((?:[^"\\\n]|\\.){1,300})"|'([^'\n]{1,300})'|([^\s"'#{[][^\n#]{0,300}))/.exec(
      text,
    )
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? '').trim()
}

const refused = (detail: string): Error =>
  extractError('validation_failed', detail, {
    errors: [{ pointer: '/compareTo', code: 'description', detail: 'must lead to an OpenAPI document' }],
  })
