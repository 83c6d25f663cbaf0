// A job while it runs: its state again and again, its events as they happen.
import { useEffect, useState } from 'preact/hooks'
import type { Job } from '#contract/job.ts'
import { callApi, problemOf } from '#shared/api/call-api.ts'
import { followEvents } from '#shared/api/events.ts'
import { hasEnded } from '#shared/api/job-states.ts'
import { useQuery, type Query } from '#shared/api/use-query.ts'
import type { Problem } from '#contract/problem.ts'
import { fieldsOf, textOf } from '#shared/format/unknown-values.ts'

/** One event of a job. */
export interface JobLine {
  readonly name: string
  /** RFC 3339; null of a report of progress, which has no time. */
  readonly at: string | null
  readonly text: string | null
}

/** A browser lays out no more of them, and nobody reads more. The oldest are left out. */
const MAX_LINES = 500
const POLL_MS = 2_000

/** The job as it is now. Counts of a batch come by asking; its end by the events. */
export function useJob(id: string): Query<Job> {
  const path = `/api/jobs/${encodeURIComponent(id)}`
  const [isOver, setIsOver] = useState(false)
  const query = useQuery(path, async (signal) => callApi<Job>(path, { signal }), {
    everyMs: isOver ? null : POLL_MS,
  })
  const { data } = query
  useEffect(() => setIsOver(data !== null && hasEnded(data.status)), [data])
  return query
}

/** The events of a job, live; `onEnd` is called when the service has sent the last one. */
export function useJobLines(
  id: string,
  onEnd: () => void,
): { readonly lines: readonly JobLine[]; readonly leftOut: number; readonly problem: Problem | null } {
  const [state, setState] = useState<{ lines: readonly JobLine[]; leftOut: number }>({
    lines: [],
    leftOut: 0,
  })
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    setState({ lines: [], leftOut: 0 })
    setProblem(null)
    const add = (line: JobLine): void => {
      // That it works on is said by its state.
      if (line.name === 'progress' && line.text === '') return
      setState(({ lines, leftOut }) => {
        // Reports of progress replace each other.
        const before = line.name === 'progress' ? lines.filter(({ name }) => name !== 'progress') : lines
        const all = [...before, line]
        const extra = Math.max(0, all.length - MAX_LINES)
        return { lines: all.slice(extra), leftOut: leftOut + extra }
      })
    }
    followEvents(
      `/api/jobs/${encodeURIComponent(id)}/events`,
      ({ event, data }) => add(lineOf(event, data)),
      controller.signal,
    ).then(
      () => {
        if (!controller.signal.aborted) onEnd()
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setProblem(problemOf(error))
      },
    )
    return () => controller.abort()
  }, [id])
  return { ...state, problem }
}

function lineOf(name: string, data: string): JobLine {
  const event = fieldsOf(parsed(data))
  const error = fieldsOf(event['error'])
  if (name === 'progress') {
    const { done, total, message } = event
    const count =
      typeof done === 'number' ? `${done}${typeof total === 'number' ? ` of ${total}` : ''}` : null
    return { name, at: null, text: [count, textOf(message)].filter((part) => part !== null).join(' · ') }
  }
  const text = textOf(error['detail']) ?? textOf(event['workerId'])
  return { name, at: textOf(event['at']), text }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}
