// The part of an address after #, read and written: a path and parameters.

/** `#/places/plc_1?q=cafe` is `{path: ['places', 'plc_1'], params: q=cafe}`. */
export interface Route {
  readonly path: readonly string[]
  readonly params: URLSearchParams
}

/** Reads the part of an address that begins with #. What is no escape sequence is taken as it stands. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = splitOnce(hash.replace(/^#\/?/, ''), '?')
  const parts = path.split('/').filter((part) => part !== '')
  return { path: parts.map(decodePart), params: new URLSearchParams(query) }
}

/** The link to a view: `#/places?q=cafe`. Absent, null and empty parameters are left out. */
export function linkTo(
  path: readonly string[],
  params: URLSearchParams | Readonly<Record<string, string | null | undefined>> = {},
): string {
  const entries = params instanceof URLSearchParams ? [...params] : Object.entries(params)
  const kept = entries.filter((entry): entry is [string, string] => (entry[1] ?? '') !== '')
  const query = new URLSearchParams(kept).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`
}

/** Those of the named parameters that are set, in the order of the names. */
export function pickParams<Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
): readonly (readonly [name: Name, value: string])[] {
  return names.flatMap((name) => {
    const value = params.get(name) ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
