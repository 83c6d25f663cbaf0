// JSON Pointers (RFC 6901): how a place in a description is named, and how a `$ref` is followed.
import { member } from './json-value.ts'
import { pointerKey, pointerStep } from '#kit/json-pointer.ts'

/** `/paths/~1pets/get` */
export function pointerOf(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => pointerStep(token)).join('')
}

/** The tokens of a pointer; null for a malformed one. `/a~1b` has one: `a/b`. */
export function tokensOf(pointer: string): string[] | null {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) return null
  return pointer.slice(1).split('/').map(pointerKey)
}

/** The target of a pointer; undefined without one. */
export function valueAt(document: unknown, pointer: string): unknown {
  const tokens = tokensOf(pointer)
  if (tokens === null) return undefined
  let value = document
  for (const token of tokens) value = member(value, token)
  return value
}

/** The two halves of a `$ref`: the document (empty for its own) and the pointer with `%2F` and the like undone. */
export function splitRef(ref: string): { readonly document: string; readonly pointer: string } {
  const at = ref.indexOf('#')
  if (at < 0) return { document: ref, pointer: '' }
  const fragment = ref.slice(at + 1)
  return { document: ref.slice(0, at), pointer: unescapeFragment(fragment) }
}

/** A `$ref` into the own document: `#/components/schemas/Pet`. */
export function localRef(tokens: readonly string[]): string {
  return `#${pointerOf(tokens)}`
}

function unescapeFragment(fragment: string): string {
  if (!fragment.includes('%')) return fragment
  try {
    return decodeURIComponent(fragment)
  } catch {
    // In practice, a per cent sign that escapes nothing is literal.
    return fragment
  }
}
