// What a caller may ask for in an input depends on the key, not only on the path.
import { requireScope, type Caller } from '#platform/http/authenticator.ts'

/** Throws `scope_missing` where one of the inputs, or of the parts of inputs, asks for more than the key allows. */
export function requireInputScopes(caller: Caller, inputs: readonly unknown[]): void {
  if (inputs.some((input) => Object(input).robots === 'ignore')) requireScope(caller, 'robots:ignore')
}
