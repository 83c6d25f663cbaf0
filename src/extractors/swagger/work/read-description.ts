// Makes the whole answer for one text: its kind, its validity, its content, and the requested form.
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { createLosses } from '#extractors/swagger/convert/losses.ts'
import { OPENAPI_31 } from '#extractors/swagger/convert/openapi-30-to-31.ts'
import { lineOf, toOpenApi31, type OpenApiLine } from '#extractors/swagger/convert/to-openapi-31.ts'
import { asList, asObject, asText, member, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { kindOfText, kindOfValue, type DescriptionKind } from '#extractors/swagger/read/name-kind.ts'
import { parseText } from '#extractors/swagger/read/parse-text.ts'
import type { ParsedText } from '#extractors/swagger/read/parsed-text.ts'
import { readIndex, type IndexEntry } from '#extractors/swagger/read/read-index.ts'
import { inlineRefs, type Inlined } from '#extractors/swagger/refs/inline-refs.ts'
import { missingDocuments, type RefDocuments } from '#extractors/swagger/refs/ref-documents.ts'
import { countSpec, type SpecCounts, listSecuritySchemes } from '#extractors/swagger/spec/outline-spec.ts'
import { filterSpec } from '#extractors/swagger/spec/filter-spec.ts'
import { listOperations, type ListedOperation } from '#extractors/swagger/spec/list-operations.ts'
import type { OperationFilter } from '#extractors/swagger/spec/operation-filter.ts'
import { listServers, type ListedServer } from '#extractors/swagger/spec/server-addresses.ts'
import { validateSpec, type Validation } from '#extractors/swagger/validate/validate-spec.ts'

/** What of a description the answer shows. */
export interface ReadOptions {
  readonly output: 'both' | 'full' | 'summary'
  readonly validate: boolean
  readonly convertTo: 'none' | '3.1'
  readonly resolveRefs: 'none' | 'internal' | 'external'
  readonly filter: OperationFilter | null
}

/** A text with all that it takes to read it. */
export interface ReadTask {
  readonly text: string
  /** Null for a text without an address. */
  readonly url: string | null
  /** Other documents that it points into, by absolute address. */
  readonly others: readonly (readonly [string, string])[]
  readonly options: ReadOptions
}

/** A description that was read, in the requested form. */
export interface Description {
  readonly type: 'description'
  readonly kind: DescriptionKind
  readonly format: 'json' | 'yaml' | 'xml' | 'text'
  readonly specVersion: string | null
  readonly convertedTo: string | null
  readonly title: string | null
  readonly version: string | null
  readonly description: string | null
  /** Absent for a document that is not OpenAPI, or of an unknown version. */
  readonly lists?: {
    readonly servers: readonly ListedServer[]
    readonly counts: SpecCounts
    readonly tags: readonly { readonly name: string; readonly description: string | null }[]
    readonly operations: readonly ListedOperation[]
    readonly securitySchemes: JsonObject
  }
  /** Null when it was not requested or cannot be done. */
  readonly validation: Validation | null
  /** Undefined when only the lists were requested. */
  readonly spec?: unknown
  /** Pointers lead into the description. */
  readonly warnings: readonly Warning[]
  /** Documents that it points into and that were not given, with `resolveRefs: external`. */
  readonly missing: readonly string[]
}

/** What a text turned out to be. */
export type Reading =
  | Description
  | { readonly type: 'index'; readonly entries: readonly IndexEntry[] }
  /** No description: what it is instead, in a few words. */
  | { readonly type: 'nothing'; readonly detail: string }

/** Throws `unsupported_document` or `target_too_large` for an intended description that cannot be read. */
export async function readDescription(task: ReadTask): Promise<Reading> {
  const { text, options } = task
  const named = kindOfText(text)
  if (named !== null) {
    const format = text.trimStart().startsWith('<') ? 'xml' : 'text'
    return namedOnly(named.kind, named.version, format, text, options)
  }
  if (/^\ufeff?\s*</.test(text.slice(0, 1_000))) return { type: 'nothing', detail: 'a page, or other XML' }
  const parsed = parsedOrNothing(text)
  if ('type' in parsed) return parsed
  const kind = kindOfValue(parsed.value, parsed.spelled)
  if (kind === null) {
    const entries = readIndex(parsed.value)
    if (entries !== null) return { type: 'index', entries }
    return { type: 'nothing', detail: `${parsed.format === 'json' ? 'JSON' : 'text'} that describes no API` }
  }
  const line = kind.kind === 'openapi' ? lineOf(kind.version) : null
  if (line === null) {
    const read = namedOnly(kind.kind, kind.version, parsed.format, parsed.value, options)
    const newer = {
      code: 'unknown_version',
      detail: `OpenAPI ${kind.version} is named only: 2.0 and 3.0 to 3.2 are read.`,
    }
    return { ...read, warnings: [...notesOf(parsed), ...(kind.kind === 'openapi' ? [newer] : [])] }
  }
  return readOpenApi(task, parsed, { line, version: kind.version ?? line })
}

/** A text that looks like a description must be readable; any other unreadable text is not a description. */
function parsedOrNothing(text: string): ParsedText | { readonly type: 'nothing'; readonly detail: string } {
  try {
    return parseText(text)
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    if (/["']?\b(?:openapi|swagger|asyncapi)["']?\s{0,20}:/.test(text.slice(0, 20_000))) throw error
    return { type: 'nothing', detail: error.message }
  }
}

function namedOnly(
  kind: DescriptionKind,
  version: string | null,
  format: Description['format'],
  spec: unknown,
  options: ReadOptions,
): Description {
  const info = member(spec, 'info')
  return {
    type: 'description',
    kind,
    format,
    specVersion: version,
    convertedTo: null,
    title: asText(member(info, 'title')) ?? asText(member(info, 'name')) ?? asText(member(spec, 'title')),
    version: asText(member(info, 'version')) ?? asText(member(spec, 'version')),
    description: asText(member(info, 'description')) ?? asText(member(spec, 'description')),
    validation: null,
    ...(options.output === 'summary' ? {} : { spec }),
    warnings: [],
    missing: [],
  }
}

async function readOpenApi(
  { url, others, options }: ReadTask,
  parsed: ParsedText,
  { line, version }: { readonly line: OpenApiLine; readonly version: string },
): Promise<Description> {
  const published = asObject(parsed.value) ?? {}
  const validation = options.validate ? await validateSpec(published, line, parsed.longNumbers) : null
  const filtered = options.filter === null ? published : filterSpec(published, options.filter)
  const documents: RefDocuments = { url, main: filtered, others: parsedOthers(others) }
  const external = options.resolveRefs === 'external'
  const inlined = options.resolveRefs === 'none' ? null : inlineRefs(documents, external)
  const resolved = inlined?.document ?? filtered
  const losses = createLosses()
  // Lists include the content of other documents, if those were read.
  const listed = toOpenApi31(external ? resolved : filtered, line, url, losses)
  const converted = options.convertTo === '3.1' && line !== '3.1' && line !== '3.2'
  const spec = converted
    ? resolved === filtered || external
      ? listed
      : toOpenApi31(resolved, line, url, createLosses())
    : resolved
  const { operations, truncated } = listOperations(listed, options.filter ?? {})
  const info = member(published, 'info')
  return {
    type: 'description',
    kind: 'openapi',
    format: parsed.format,
    specVersion: version,
    convertedTo: converted ? OPENAPI_31 : null,
    title: asText(member(info, 'title')),
    version: versionOf(parsed, info),
    description: asText(member(info, 'description')),
    lists: {
      servers: listServers(listed, url),
      counts: countSpec(listed, operations),
      tags: tagsOf(listed),
      operations,
      securitySchemes: listSecuritySchemes(listed),
    },
    validation,
    ...(options.output === 'summary' ? {} : { spec }),
    warnings: [
      ...notesOf(parsed),
      ...(parsed.longNumbers.size === 0 || options.output === 'summary'
        ? []
        : [{ code: 'long_numbers', detail: longNumbersDetail(parsed) }]),
      ...(converted ? lossWarnings(losses) : []),
      ...(inlined === null ? [] : inlineWarnings(inlined)),
      ...(truncated
        ? [{ code: 'operations_cut', detail: `The first ${operations.length} operations are listed.` }]
        : []),
      ...(options.filter !== null && operations.length === 0
        ? [{ code: 'filter_empty', detail: 'No operation fits the filter.' }]
        : []),
    ],
    missing: external ? missingDocuments(documents) : [],
  }
}

/** A document that cannot be read is one that is not there. */
function parsedOthers(others: ReadTask['others']): Map<string, unknown> {
  return new Map(
    others.flatMap(([url, text]) => {
      try {
        return [[url, parseText(text).value] as const]
      } catch (error) {
        if (error instanceof SurveyorError) return []
        throw error
      }
    }),
  )
}

/** `version: 1.0` is a number to YAML, and 1 is another version. */
function versionOf(parsed: ParsedText, info: unknown): string | null {
  const version = member(info, 'version')
  return (
    asText(version) ??
    parsed.spelled.get('/info/version') ??
    (typeof version === 'number' ? String(version) : null)
  )
}

function tagsOf(document: JsonObject): { name: string; description: string | null }[] {
  return asList(document['tags']).flatMap((tag) => {
    const name = asText(member(tag, 'name'))
    return name === null ? [] : [{ name, description: asText(member(tag, 'description')) }]
  })
}

function longNumbersDetail({ longNumbers }: ParsedText): string {
  const [first = ''] = longNumbers
  const more = longNumbers.size === 1 ? '' : `, as are ${longNumbers.size - 1} more`
  return `The number ${first.slice(0, 50)} is given as text${more}: as a number it would be rounded.`
}

function notesOf({ notes }: ParsedText): Warning[] {
  return notes.map(({ code, detail }) => ({ code, detail }))
}

function lossWarnings({ found, more }: ReturnType<typeof createLosses>): Warning[] {
  const told = found.map(({ pointer, code, detail }) => ({ code: `conversion_${code}`, detail, pointer }))
  return more === 0
    ? told
    : [...told, { code: 'conversion_more', detail: `${more} more notes on the conversion.` }]
}

function inlineWarnings({ circular, omitted, unresolved }: Inlined): Warning[] {
  const of = (count: number, code: string, why: string): Warning[] =>
    count === 0 ? [] : [{ code, detail: `${count} references stay as they are: ${why}.` }]
  return [
    ...of(circular, 'refs_circular', 'they lead back into themselves'),
    ...of(omitted, 'refs_omitted', 'with them the description would grow beyond all measure'),
    ...of(unresolved, 'refs_unresolved', 'they lead nowhere, or into a document that was not read'),
  ]
}
