// The scopes behind an extraction: who may have jobs made, and what of an input needs more than that.
import { fieldsOf } from '#kit/unknown-values.ts'
import { requireScope, type Caller } from '#platform/http/auth/authenticator.ts'

/** Who may have jobs made sees its own without the scope `jobs`. */
export const JOB_MAKERS = ['extract', 'enrich'] as const

/**
 * Throws `scope_missing` when one of the inputs needs a scope that the key lacks, by itself or by the extractors that it has
 * run on its page.
 */
export function requireInputScopes(caller: Caller, inputs: readonly unknown[]): void {
  const nested = inputs.flatMap(extractorsOf)
  for (const { extractor } of nested) requireScope(caller, `extract:${String(extractor)}`)
  const all = [...inputs, ...nested.map(({ options }) => options)]
  if (all.some((input) => Object(input).robots === 'ignore')) requireScope(caller, 'robots:ignore')
  if (all.some(hasScript)) requireScope(caller, 'browser:script')
}

/** Those of an input of `page.extract`; none of another one. */
function extractorsOf(input: unknown): Readonly<Record<string, unknown>>[] {
  const { extractors } = fieldsOf(input)
  return Array.isArray(extractors) ? extractors.map(fieldsOf) : []
}

function hasScript(input: unknown): boolean {
  const { actions }: { actions?: unknown } = Object(input)
  return Array.isArray(actions) && actions.some((action) => Object(action).type === 'script')
}
