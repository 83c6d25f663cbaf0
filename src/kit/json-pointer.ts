// JSON Pointers (RFC 6901), written.

/** One token of a pointer, without its slash: `a/b` becomes `a~1b`. */
export function pointerToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** One step of a pointer, with its slash. */
export function pointerStep(key: string | number): string {
  return typeof key === 'number' ? `/${key}` : `/${pointerToken(key)}`
}
