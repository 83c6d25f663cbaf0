// Equal calls under way become one: all who ask get its result, and it is given up when the last of them has left.
import { untilAborted } from '#kit/time/wait.ts'

/** Joins the call with `key` that is under way, or begins it with `work`. */
export type SharedCalls<Result> = (
  key: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>

interface SharedCall<Result> {
  readonly result: Promise<Result>
  readonly abort: AbortController
  waiting: number
}

/** Rejects with the reason of the caller's own signal when he leaves, whatever becomes of the work. */
export function createSharedCalls<Result>(): SharedCalls<Result> {
  const calls = new Map<string, SharedCall<Result>>()

  const begin = (key: string, work: (signal: AbortSignal) => Promise<Result>): SharedCall<Result> => {
    const abort = new AbortController()
    const call: SharedCall<Result> = { result: work(abort.signal), abort, waiting: 0 }
    const end = (): void => {
      if (calls.get(key) === call) calls.delete(key)
    }
    call.result.then(end, end)
    calls.set(key, call)
    return call
  }

  return async (key, signal, work) => {
    signal.throwIfAborted()
    const call = calls.get(key) ?? begin(key, work)
    call.waiting += 1
    try {
      return await untilAborted(call.result, signal)
    } finally {
      call.waiting -= 1
      if (call.waiting === 0) {
        if (calls.get(key) === call) calls.delete(key)
        call.abort.abort(new Error('Nobody waits for this any more.'))
      }
    }
  }
}
