// Finds credentials for the target in a job's input: they are never shown again, and may be stored encrypted.
import { fieldsOf } from '#kit/unknown-values.ts'

const HIDDEN = '[hidden]'
/** Headers that describe the request, not the client; the value of any other one may be a credential. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'referer'])
/**
 * The depth at which an input may contain similar objects: the defaults of a batch, the fields of a contact form or a
 * search.
 */
const MAX_DEPTH = 4
/** User name and password inside an address. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#\s]*@/i

/**
 * `input` with the values of headers, cookies and passwords replaced by `[hidden]`, to a depth of four; the same object
 * when there was nothing to hide.
 */
export function hideSecrets(input: unknown): unknown {
  return walk(input, { secret: () => HIDDEN, address: (url) => url.replace(USER_INFO, `$1${HIDDEN}@`) }, 0)
}

/** `input` with each of those values changed; addresses stay as they are. The same object when there are none. */
export function mapSecrets(input: unknown, change: (secret: string) => string): unknown {
  return walk(input, { secret: change, address: (url) => url }, 0)
}

interface Changes {
  readonly secret: (text: string) => string
  /** Changes an address that contains a user name or password. */
  readonly address: (url: string) => string
}

function walk(input: unknown, changes: Changes, depth: number): unknown {
  if (typeof input === 'string') return USER_INFO.test(input) ? changes.address(input) : input
  if (typeof input !== 'object' || input === null || depth > MAX_DEPTH) return input
  if (Array.isArray(input)) {
    const changed = input.map((item: unknown) => walk(item, changes, depth + 1))
    return changed.every((item, at) => item === input[at]) ? input : changed
  }
  let copy: Record<string, unknown> | null = null
  for (const [key, value] of Object.entries(input)) {
    const changed = changedField(key, value, changes, depth)
    if (changed !== value) (copy ??= { ...input })[key] = changed
  }
  return copy ?? input
}

function changedField(key: string, value: unknown, changes: Changes, depth: number): unknown {
  const secret = (held: unknown): unknown => (typeof held === 'string' ? changes.secret(held) : held)
  if (/^(?:password|secret|token|apiKey)$/i.test(key)) return secret(value)
  if (key === 'headers' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, held]: [string, unknown]) => [
        name,
        SHOWN_HEADERS.has(name.toLowerCase()) ? held : secret(held),
      ]),
    )
  }
  if (key === 'cookies' && Array.isArray(value)) {
    return value.map((cookie: unknown): unknown => {
      const fields = fieldsOf(cookie)
      return { ...fields, value: secret(fields['value']) }
    })
  }
  if (key === 'actions' && Array.isArray(value)) {
    // What is written into a field may be a password.
    const isText = (action: unknown): boolean => fieldsOf(action)['type'] === 'write'
    if (!value.some(isText)) return value
    return value.map((action: unknown): unknown =>
      isText(action) ? { ...fieldsOf(action), text: secret(fieldsOf(action)['text']) } : action,
    )
  }
  // A submitted page is no place for credentials, and it is long.
  return key === 'html' ? value : walk(value, changes, depth + 1)
}
