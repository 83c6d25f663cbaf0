// JSON Pointers (RFC 6901): their steps.

/** One token of a pointer, without its slash: `a/b` becomes `a~1b`. */
export function pointerToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The key that a token of a pointer names: `a~1b` is `a/b`. */
export function pointerKey(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** One step of a pointer, with its slash. */
export function pointerStep(key: string | number): string {
  return typeof key === 'number' ? `/${key}` : `/${pointerToken(key)}`
}
