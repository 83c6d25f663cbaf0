// A value that components watch: what is shared between views without one being inside the other.
import { useEffect, useState } from 'preact/hooks'

/** A value, its change, and who is told of it. */
export interface Store<T> {
  get(): T
  set(value: T): void
  /** Calls `listener` after each change, until the returned function is called. */
  watch(listener: () => void): () => void
}

/** A store that holds `initial`. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The value of a store, as it is now and whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState<{ readonly current: T }>({ current: store.get() })
  useEffect(() => {
    const update = (): void => setValue({ current: store.get() })
    update()
    return store.watch(update)
  }, [store])
  return value.current
}
