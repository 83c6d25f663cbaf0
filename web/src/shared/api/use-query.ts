// Loads what a view shows: again when its key, the API key or a reload changes, and now and then while it is watched.
import { useCallback, useEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { Problem } from '#contract/problem.ts'
import { useStore } from '#shared/route/store.ts'
import { problemOf } from './call-api.ts'
import { apiKey } from './key.ts'

/** What was loaded last, what went wrong last, and whether a request is under way. */
export interface Query<T> {
  readonly data: T | null
  readonly problem: Problem | null
  readonly isLoading: boolean
  reload(): void
}

/** Of a query. */
export interface QueryOptions {
  /**
   * Loads again so long after an answer, while the page can be seen; null: once. A problem that asking again cannot change,
   * such as a 404, ends it until `reload` or another key.
   */
  readonly everyMs?: number | null
}

/** `key` says what is loaded: with another one the old data is gone at once, and a late answer counts no more. */
export function useQuery<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { everyMs = null }: QueryOptions = {},
): Query<T> {
  const loader = useRef(load)
  loader.current = load
  const secret = useStore(apiKey)
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<{
    key: string
    data: T | null
    problem: Problem | null
    isLoading: boolean
  }>({ key, data: null, problem: null, isLoading: true })

  useEffect(() => {
    const controller = new AbortController()
    setState((last) => ({
      ...(last.key === key ? last : { key, data: null, problem: null }),
      isLoading: true,
    }))
    loader.current(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) setState({ key, data, problem: null, isLoading: false })
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        const problem = problemOf(error)
        setState((last) => ({ key, data: last.key === key ? last.data : null, problem, isLoading: false }))
      },
    )
    return () => controller.abort()
  }, [key, secret, turn])

  // A request that is slower than `everyMs` is waited for: a new one would end it, and nothing would ever come.
  const { problem, isLoading } = state
  const waitMs =
    everyMs === null || isLoading || (problem !== null && isFinal(problem))
      ? null
      : Math.max(everyMs, problem?.retryAfterMs ?? 0)
  useEffect(() => {
    if (waitMs === null) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTurn((last) => last + 1)
    }, waitMs)
    return () => clearInterval(timer)
  }, [waitMs])

  const reload = useCallback(() => setTurn((last) => last + 1), [])
  if (state.key !== key) return { data: null, problem: null, isLoading: true, reload }
  return { data: state.data, problem, isLoading, reload }
}

/** Whether the same request would be refused again; an error of the service itself may pass. */
const isFinal = ({ status, retryable }: Problem): boolean => !retryable && status < 500

/** A change that the user asks for: `run` does it, one at a time. */
export interface Action<A extends readonly unknown[]> {
  run(...args: A): void
  readonly isRunning: boolean
  readonly problem: Problem | null
}

/** Makes an action of an async function. A second call while one runs does nothing. */
export function useAction<A extends readonly unknown[]>(act: (...args: A) => Promise<void>): Action<A> {
  const [state, setState] = useState<{ isRunning: boolean; problem: Problem | null }>({
    isRunning: false,
    problem: null,
  })
  const isRunning = useRef(false)
  const run = (...args: A): void => {
    if (isRunning.current) return
    isRunning.current = true
    setState({ isRunning: true, problem: null })
    act(...args)
      .then(
        () => setState({ isRunning: false, problem: null }),
        (error: unknown) => setState({ isRunning: false, problem: problemOf(error) }),
      )
      .finally(() => {
        isRunning.current = false
      })
  }
  return { run, ...state }
}

/** A number that grows with each change a view makes, so that its lists load again, and the function that raises it. */
export function useVersion(): readonly [version: number, changed: () => void] {
  const [version, raise] = useReducer<number, void>((last) => last + 1, 0)
  return [version, raise]
}
