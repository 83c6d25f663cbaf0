// A number that grows with each change a view makes, so that its lists load again.
import { useReducer } from 'preact/hooks'

/** The number, and the function that raises it. */
export function useVersion(): readonly [version: number, changed: () => void] {
  const [version, raise] = useReducer<number, void>((last) => last + 1, 0)
  return [version, raise]
}
