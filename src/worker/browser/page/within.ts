// Ends a wait on the browser when the time of the visit is over: a hanging page answers nothing.

/** Rejects with the reason of `signal` as soon as it aborts; `work` goes on, and what comes of it is ignored. */
export function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
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
