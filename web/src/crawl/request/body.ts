// The body of a request while it is filled in: JSON, changed by path, without what was never given.
import type { Problem } from '#contract/problem.ts'
import { isObject, type Fields } from '#shared/format/unknown-values.ts'

/** The whole body, who is told of its changes, and what the service said of the last one. */
export interface FormState {
  readonly body: Fields
  readonly onChange: (body: Fields) => void
  readonly problem: Problem | null
}

/** The way to a value: names of fields and places in lists. */
export type Path = readonly (string | number)[]

/** The value at `path`; undefined where there is none. */
export function valueAt(body: unknown, path: Path): unknown {
  let value = body
  for (const step of path) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined
    else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  }
  return value
}

/**
 * A copy of `body` with `value` at `path`. Undefined takes the field out, and with it the objects around it that became
 * empty; entries of lists stay, so that the others keep their places.
 */
export function withValue(body: Fields, path: Path, value: unknown): Fields {
  const changed = change(body, path, value)
  return isObject(changed) ? changed : {}
}

function change(current: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(current) ? [...current] : []
    list[step] = change(list[step], rest, value) ?? {}
    return list
  }
  const fields = new Map(Object.entries(isObject(current) ? current : {}))
  const changed = change(fields.get(step), rest, value)
  if (changed === undefined || (rest.length > 0 && isEmpty(changed))) fields.delete(step)
  else fields.set(step, changed)
  return Object.fromEntries(fields)
}

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0

/** The JSON Pointer of a path (RFC 6901); `/` and `~` in names are escaped. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** A number where `text` is one; else the text itself, so that the service can say what is wrong with it. */
export function numberFrom(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const number = Number(trimmed)
  return Number.isFinite(number) ? number : trimmed
}

/** The lines that are not empty. With `takesNumbers` a whole number becomes one. */
export function linesFrom(text: string, takesNumbers: boolean): (string | number)[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0) return undefined
  return takesNumbers ? lines.map((line) => (/^-?\d{1,15}$/u.test(line) ? Number(line) : line)) : lines
}

/** `Name: value` on each line; a line without a colon is a name with an empty value. */
export function pairsFrom(text: string): Readonly<Record<string, string>> | undefined {
  const lines = linesFrom(text, false)
  if (lines === undefined) return undefined
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = String(line).split(':')
      return [name.trim(), rest.join(':').trim()]
    }),
  )
}

/** `pairs` as text, one on each line. */
export function pairsText(pairs: unknown): string {
  return isObject(pairs)
    ? Object.entries(pairs)
        .map(([name, value]) => `${name}: ${String(value)}`)
        .join('\n')
    : ''
}

/** What a field of JSON holds: the parsed value, or the text with what the parser says of it. */
export function jsonFrom(
  text: string,
  takesText: boolean,
): { readonly value: unknown; readonly problem: string | null } {
  const trimmed = text.trim()
  if (trimmed === '') return { value: undefined, problem: null }
  if (takesText && !/^[[{"]/u.test(trimmed)) return { value: trimmed, problem: null }
  try {
    return { value: JSON.parse(trimmed), problem: null }
  } catch (error) {
    return { value: trimmed, problem: error instanceof Error ? error.message : 'This is not JSON.' }
  }
}
