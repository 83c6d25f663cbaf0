// What a caller may request in an input depends on the key, not only on the path.
import { requireScope, type Caller } from '#platform/http/auth/authenticator.ts'

/** Throws `scope_missing` when one of the inputs, or of their parts, needs a scope that the key lacks. */
export function requireInputScopes(caller: Caller, inputs: readonly unknown[]): void {
  if (inputs.some((input) => Object(input).robots === 'ignore')) requireScope(caller, 'robots:ignore')
}
