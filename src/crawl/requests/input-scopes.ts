// The scopes behind an extraction: who may have jobs made, and what of an input needs more than that.
import { requireScope, type Caller } from '#platform/http/auth/authenticator.ts'

/** Who may have jobs made sees its own without the scope `jobs`. */
export const JOB_MAKERS = ['extract', 'enrich'] as const

/** Throws `scope_missing` when one of the inputs, or of their parts, needs a scope that the key lacks. */
export function requireInputScopes(caller: Caller, inputs: readonly unknown[]): void {
  if (inputs.some((input) => Object(input).robots === 'ignore')) requireScope(caller, 'robots:ignore')
  if (inputs.some(hasScript)) requireScope(caller, 'browser:script')
}

function hasScript(input: unknown): boolean {
  const { actions }: { actions?: unknown } = Object(input)
  return Array.isArray(actions) && actions.some((action) => Object(action).type === 'script')
}
