// Runs the work on texts where it fits: small ones here, large ones in a child process that can be killed.
import type { ExtractContext } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import type { PageQuality } from '#extract/page/page-quality.ts'
import type { SchemaValidator } from '#extractors/swagger/validate/schema-validator.ts'
import type { CompareTask, Comparison } from './compare-texts.ts'
import { runTask, type Task, type TaskResult } from './isolated-work.ts'
import type { ClassifyTask, Inspection, InspectTask } from './inspect-text.ts'
import type { Reading, ReadTask } from './read-description.ts'

export interface SpecWork {
  /** Throws what `readDescription` throws, and `extract_timeout`. */
  read(task: ReadTask): Promise<Reading>
  compare(task: CompareTask): Promise<Comparison>
  inspect(task: InspectTask): Promise<Inspection>
  classify(task: ClassifyTask): Promise<PageQuality>
}

/**
 * Up to this length the worst known texts (a YAML of only keys, an object of only mistakes) take less than half a
 * second, and the worker goes on with its other jobs. A child costs as much to start, and then serves many texts.
 */
const MAX_CHARS_IN_PROCESS = 64 * 1024
/** A page or script of this length takes at most some 200 ms to look into, and in proportion to its length. */
const MAX_PAGE_CHARS_IN_PROCESS = 250_000
const PARSER = new URL('./isolated-work.ts', import.meta.url)

export function createSpecWork(
  context: Pick<ExtractContext, 'isolate'>,
  validator: SchemaValidator,
  endsAtMs: number,
): SpecWork {
  const run = async <T extends Task>(task: T, isSmall: boolean): Promise<TaskResult<T>> => {
    const totalMs = Math.floor(endsAtMs - performance.now())
    if (totalMs <= 0)
      throw extractError('extract_timeout', 'The time was up before the description was read.')
    if (isSmall) return runTask(task, validator)
    const answer = await context.isolate(PARSER, Buffer.from(JSON.stringify(task)), { totalMs })
    return JSON.parse(Buffer.from(answer).toString('utf8')) as TaskResult<T>
  }
  return {
    read: (task) => {
      const chars = task.others.reduce((sum, [, text]) => sum + text.length, task.text.length)
      // Ten lines of references can expand to a thousand times their length.
      return run({ read: task }, chars <= MAX_CHARS_IN_PROCESS && task.options.resolveRefs === 'none')
    },
    compare: (task) => run({ compare: task }, task.before.length + task.after.length <= MAX_CHARS_IN_PROCESS),
    inspect: (task) => run({ inspect: task }, task.text.length <= MAX_PAGE_CHARS_IN_PROCESS),
    classify: (task) => run({ classify: task }, task.html.length <= MAX_PAGE_CHARS_IN_PROCESS),
  }
}
