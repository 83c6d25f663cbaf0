// Work in child processes for several jobs at once: it goes on as long as one of them waits for it.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import type { Work } from '#extract/work.ts'

type Waiting = Pick<ExtractContext, 'isolate' | 'signal'>

/** The jobs that wait, and what is done for all of them. */
export interface SharedWork {
  /** Counts a job among those that wait until the answer is disposed of. */
  join(job: Waiting): Disposable
  /** Throws what the work throws, and `draining` once nobody waits any more. */
  run<Task, Answer>(work: Work<Task, Answer>, task: Task): Promise<Answer>
}

/** The wait for a child and its work; the work itself has a bound of its own. */
const MAX_TASK_MS = 600_000

/** Nobody waits at first. */
export function createSharedWork(): SharedWork {
  const waiting = new Set<Waiting>()
  return {
    join(job) {
      const entry = { isolate: job.isolate, signal: job.signal }
      waiting.add(entry)
      return { [Symbol.dispose]: () => waiting.delete(entry) }
    },
    async run(work, task) {
      for (;;) {
        const job = [...waiting].find(({ signal }) => !signal.aborted)
        if (job === undefined) throw new SurveyorError('draining', 'Nobody waits for this data any more.')
        try {
          return await work.run(task, { context: job, endsAtMs: performance.now() + MAX_TASK_MS })
        } catch (error) {
          // A child belongs to its job and ends with it; another job takes over.
          if (!job.signal.aborted) throw error
        }
      }
    },
  }
}
