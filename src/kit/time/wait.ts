// Waits that end by whatever comes first: an event, their time, or the signal of their caller.

/** Disposing stops the timer and leaves the signal. */
export interface Wait extends Disposable {
  /** Resolves at the end, however it came; never rejects. */
  readonly over: Promise<void>
  /** The event has come. */
  end(this: void): void
}

/** Ends after `ms` milliseconds at the latest, and when `signal` aborts or has aborted. */
export function startWait(ms: number, signal?: AbortSignal): Wait {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  const timer = setTimeout(end, ms)
  signal?.addEventListener('abort', end)
  if (signal?.aborted === true) end()
  return {
    over: promise,
    end,
    [Symbol.dispose]() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    },
  }
}

/** Rejects with the reason of `signal` as soon as it aborts; `work` goes on, and what comes of it is ignored. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}

/** True when `work` ended within `ms`, however it ended. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  work.then(
    () => resolve(true),
    () => resolve(true),
  )
  const ended = await promise
  clearTimeout(timer)
  return ended
}
