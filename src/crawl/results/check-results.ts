// A step before complete: accepts a result only when it fits the schema of its operation.
import { setImmediate } from 'node:timers/promises'
import { Type, type TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import type { FieldProblem } from '#contract/problem.ts'
import { ExtractionResult } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { CompleteStep, StepOutcome } from '#platform/jobs/job-engine.ts'
import type { ClaimedJobs } from './claimed-jobs.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { explainInvalid } from '#platform/http/input/explain-invalid.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'
import { propertiesOf } from '#crawl/requests/flat-query.ts'
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import { pointerStep } from '#kit/json-pointer.ts'

/** Checks results of one operation; takes turns with the other work of the process every few milliseconds. */
interface ResultCheck {
  /** The errors, at most 20, with pointers that begin with `place`; empty when it fits. */
  problems(result: unknown, place: string): Promise<FieldProblem[]>
}

/** Results are checked for this long, one or several in a row, before other work gets its turn. */
const MAX_TURN_MS = 5
const MAX_PROBLEMS = 20
/** Deeper lists are checked together with their parents. */
const MAX_DEPTH = 3

interface Piece {
  readonly schema: TSchema
  readonly fits: (value: unknown) => boolean
}

/** A list, or an object with any keys: its author decides its size. */
interface Many {
  readonly path: readonly string[]
  /** The same as a JSON pointer. */
  readonly pointer: string
  readonly each: Piece
}

let turnEndsMs = 0

/** The schemas of the results, and which job a result belongs to. */
export interface CheckResultsDeps {
  readonly operations: readonly ExtractorOperation[]
  readonly claimed: ClaimedJobs
}

/**
 * A result that does not fit is `validation_failed` with the place of each mistake. The worker keeps the job, so that it
 * may submit another result, or fail the job.
 */
export function checkResults({ operations, claimed }: CheckResultsDeps): CompleteStep {
  const checks = new Map(
    operations.map(({ jobType, operation }) => [jobType, createResultCheck(resultSchema(operation.output))]),
  )
  return async (reports, on) => {
    const facts = await claimed.about(
      reports.map(({ jobId }) => jobId),
      on,
    )
    const outcomes: StepOutcome[] = []
    for (const report of reports) {
      const type = facts.get(report.jobId)?.type ?? ''
      // Of an operation that no longer exists, or an unknown job, nothing can be said here.
      const errors = await checks.get(type)?.problems(report.result, report.place ?? '/result')
      outcomes.push(errors === undefined || errors.length === 0 ? report : refused(type, errors))
    }
    return outcomes
  }
}

/** A worker may not set the other fields that crawl adds to a result: any other key is refused. */
function resultSchema(output: TSchema): TSchema {
  return Type.Object({ ...ExtractionResult.properties, data: output }, { additionalProperties: false })
}

function refused(type: string, errors: readonly FieldProblem[]): SurveyorError {
  const [first] = errors
  const detail = first === undefined ? '' : `: ${first.pointer}: ${first.detail}`
  return new SurveyorError('validation_failed', `The result is not what ${type} answers${detail}`, {
    errors,
  })
}

const fieldOf = (value: unknown, name: string): unknown => fieldsOf(value)[name]

const isTurnOver = (): boolean => performance.now() >= turnEndsMs

async function takeTurn(): Promise<void> {
  await setImmediate()
  turnEndsMs = performance.now() + MAX_TURN_MS
}

/** Compiled when the first result arrives. */
function createResultCheck(schema: TSchema): ResultCheck {
  let parts: { readonly whole: Piece; readonly many: readonly Many[] } | null = null

  return {
    async problems(result, place) {
      parts ??= partsOf(schema)
      const found: FieldProblem[] = []
      const check = ({ fits, schema }: Piece, value: unknown, at: string): void => {
        if (!fits(value)) found.push(...explained(schema, value, at))
      }
      if (isTurnOver()) await takeTurn()
      check(parts.whole, result, place)
      for (const { path, pointer, each } of parts.many) {
        const values = path.reduce(fieldOf, result)
        if (!isRecord(values)) continue
        for (const key in values) {
          if (found.length >= MAX_PROBLEMS) return found.slice(0, MAX_PROBLEMS)
          check(each, values[key], place + pointer + pointerStep(key))
          if (isTurnOver()) await takeTurn()
        }
      }
      return found.slice(0, MAX_PROBLEMS)
    },
  }
}

/** The schema without the items of its lists, and these items separately. */
function partsOf(schema: TSchema): { whole: Piece; many: Many[] } {
  const many: Many[] = []
  const add = (path: readonly string[], items: TSchema): void =>
    void many.push({ path, pointer: path.map(pointerStep).join(''), each: pieceOf(items) })
  const without = (part: TSchema, path: readonly string[]): TSchema => {
    const { items, patternProperties, additionalProperties } = part as {
      items?: TSchema
      patternProperties?: Readonly<Record<string, TSchema>>
      additionalProperties?: unknown
    }
    const [pattern, more] = Object.entries(patternProperties ?? {})
    if (items !== undefined && !Array.isArray(items)) {
      add(path, items)
      return { ...part, items: {} }
    }
    if (pattern !== undefined && more === undefined && additionalProperties === undefined) {
      add(path, pattern[1])
      return { ...part, patternProperties: {} }
    }
    const properties = Object.entries(propertiesOf(part))
    if (properties.length === 0 || path.length === MAX_DEPTH) return part
    const inner = properties.map(([name, property]) => [name, without(property, [...path, name])])
    return { ...part, properties: Object.fromEntries(inner) }
  }
  return { whole: pieceOf(without(schema, [])), many }
}

function pieceOf(schema: TSchema): Piece {
  const compiled = Compile(schema)
  return { schema, fits: (value) => compiled.Check(value) }
}

function explained(schema: TSchema, value: unknown, place: string): FieldProblem[] {
  const problems = explainInvalid(asSchema(schema), value, (path) => place + path.map(pointerStep).join(''))
  if (problems.length > 0) return problems
  return [{ pointer: place, code: 'format', detail: 'A text in it is not of the format that it must have.' }]
}
