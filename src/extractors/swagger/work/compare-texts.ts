// Compares two descriptions given as texts, whatever their versions of OpenAPI.
import { extractError } from '#extract/errors.ts'
import { createLosses } from '#extractors/swagger/convert/losses.ts'
import { lineOf, toOpenApi31 } from '#extractors/swagger/convert/to-openapi-31.ts'
import { compareSpecs, type SpecDiff } from '#extractors/swagger/diff/compare-specs.ts'
import { asObject, asText, member, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { kindOfValue } from '#extractors/swagger/read/name-kind.ts'
import { parseText } from '#extractors/swagger/read/parse-text.ts'
import { filterSpec } from '#extractors/swagger/spec/filter-spec.ts'
import type { OperationFilter } from '#extractors/swagger/spec/operation-filter.ts'

/** Two texts, the older one first. */
export interface CompareTask {
  readonly before: string
  readonly after: string
  readonly filter: OperationFilter | null
}

/** What the older one was, and what has changed. */
export interface Comparison {
  readonly previous: {
    readonly title: string | null
    readonly version: string | null
    readonly specVersion: string | null
  }
  readonly diff: SpecDiff
}

/** Throws `validation_failed` when the older text is not a readable OpenAPI document. */
export function compareTexts({ before, after, filter }: CompareTask): Comparison {
  const older = readOld(before)
  const newer = readOne(after)
  const only = (document: JsonObject): JsonObject =>
    filter === null ? document : filterSpec(document, filter)
  const info = member(older.document, 'info')
  return {
    previous: {
      title: asText(member(info, 'title')),
      version: asText(member(info, 'version')),
      specVersion: older.version,
    },
    diff: compareSpecs(only(older.openApi31), only(newer.openApi31)),
  }
}

interface OpenApiText {
  readonly document: JsonObject
  readonly version: string
  readonly openApi31: JsonObject
}

function readOld(text: string): OpenApiText {
  try {
    return readOne(text)
  } catch (error) {
    const detail = `\`compareTo\` cannot be read: ${error instanceof Error ? error.message : String(error)}`
    throw extractError('validation_failed', detail, {
      cause: error,
      errors: [{ pointer: '/compareTo', code: 'description', detail: 'must be an OpenAPI document' }],
    })
  }
}

function readOne(text: string): OpenApiText {
  const { value, spelled } = parseText(text)
  const kind = kindOfValue(value, spelled)
  const document = asObject(value)
  const line = kind?.kind === 'openapi' ? lineOf(kind.version) : null
  if (kind === null || document === null || line === null) {
    throw extractError('unsupported_document', 'It is no OpenAPI document of a version from 2.0 to 3.2.')
  }
  return {
    document,
    version: kind.version ?? line,
    // Its source would only show in the servers, and two copies of one text must not differ in them.
    openApi31: toOpenApi31(document, line, null, createLosses()),
  }
}
