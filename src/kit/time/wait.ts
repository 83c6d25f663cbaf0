// A wait that ends by whatever comes first: an event, its time, or the signal of its caller.

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
