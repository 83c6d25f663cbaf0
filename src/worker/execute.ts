// Runs one operation of an extractor: checks its input, gives it its context, puts its output into the result envelope.
import type { ExtractionResult } from '#contract/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ClaimedJob } from '#contract/worker.ts'
import type { ExtractContext, ExtractLog, ExtractorOutput } from '#extract/context.ts'
import type { ExtractorDescriptor, OperationDescriptor } from '#extract/define-extractor.ts'
import { inputProblems } from '#extract/input-problems.ts'
import type { Egress } from '#platform/egress/egress.ts'
import type { Logger } from '#platform/log/logger.ts'
import type { ExtractorInstances } from './extractor-instances.ts'
import { startFetchLedger, type FetchLedger } from './fetch-ledger.ts'
import type { Isolate } from './isolate.ts'
import type { JobControls } from './job-runner.ts'

/** One operation as a job type names it: `maps.search`. */
export interface Operation {
  readonly extractor: ExtractorDescriptor
  readonly name: string
  readonly descriptor: OperationDescriptor
}

export interface ExecuteDeps {
  readonly operations: ReadonlyMap<string, Operation>
  readonly instances: ExtractorInstances
  readonly egress: Egress
  readonly isolate: Isolate
  readonly log: Logger
}

/**
 * Resolves with the result for `complete`. Rejects with a SurveyorError that may leave the process, or with any other
 * error, which is a defect: the caller reports it as `internal`.
 */
export function createExecutor(
  deps: ExecuteDeps,
): (job: ClaimedJob, controls: JobControls) => Promise<ExtractionResult> {
  return async ({ job }, controls) => {
    const operation = deps.operations.get(job.type)
    if (operation === undefined) throw new SurveyorError('no_worker', `This worker does no ${job.type}.`)
    const errors = inputProblems(operation.descriptor.input, job.input)
    if (errors.length > 0) {
      throw new SurveyorError('validation_failed', `The input does not fit ${job.type}.`, { errors })
    }
    const startedMs = performance.now()
    const ledger = startFetchLedger(
      deps.egress,
      controls.signal,
      () => controls.deadlineAt.getTime() - Date.now(),
    )
    const instance = await deps.instances.get(operation.extractor)
    const handler = instance.operations[operation.name]
    if (handler === undefined)
      throw new Error(`Extractor '${operation.extractor.name}' lost ${operation.name}.`)
    const context: ExtractContext = {
      signal: controls.signal,
      deadlineAt: controls.deadlineAt,
      progress: controls.progress,
      log: jobLog(deps.log, job),
      fetch: ledger.fetch,
      isolate: (parser, input) => deps.isolate.run(parser, input, controls.signal),
      traceparent: job.traceparent,
    }
    const output = await handler(job.input, context)
    return envelope(output, operation, ledger, Math.round(performance.now() - startedMs))
  }
}

function envelope(
  output: ExtractorOutput,
  { extractor, name }: Operation,
  ledger: FetchLedger,
  totalMs: number,
): ExtractionResult {
  if (output.data === undefined) throw new Error(`${extractor.name}.${name} gave no data.`)
  const fetchMs = ledger.fetchMs === null ? null : Math.min(totalMs, Math.round(ledger.fetchMs))
  return {
    data: output.data,
    engine: { used: output.engine, escalations: [] },
    response: output.response ?? null,
    cdn: null,
    cache: { status: ledger.cacheStatus, ageMs: null, storedAt: null },
    quality: output.quality ?? null,
    timings: { queueMs: null, fetchMs, extractMs: totalMs - (fetchMs ?? 0), totalMs },
    warnings: [...(output.warnings ?? [])],
    provenance: output.provenance ?? {},
    extractorVersion: extractor.version,
  }
}

/** A child logger is made at the first line a job writes: most write none. */
function jobLog(log: Logger, job: ClaimedJob['job']): ExtractLog {
  let child: Logger | null = null
  const bound = (): Logger =>
    (child ??= log.child({
      jobId: job.id,
      jobType: job.type,
      ...(job.traceparent === null ? {} : { traceparent: job.traceparent }),
    }))
  return {
    debug: (fields, message) => bound().debug(fields, message),
    info: (fields, message) => bound().info(fields, message),
    warn: (fields, message) => bound().warn(fields, message),
    error: (fields, message) => bound().error(fields, message),
  }
}
