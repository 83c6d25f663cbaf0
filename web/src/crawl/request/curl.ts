// The same request for a terminal.

/** What is asked of the service. */
export interface HttpRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  /** JSON; absent for a request without a body. */
  readonly body?: unknown
  /** Whether the caller has to name a key. The key itself is never written. */
  readonly needsKey: boolean
}

/** A command for a POSIX shell. The key is taken from the variable SURVEYOR_KEY. */
export function curlOf({ method, url, body, needsKey }: HttpRequest): string {
  const parts = [`curl -s ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`]
  if (needsKey) parts.push('-H "authorization: Bearer $SURVEYOR_KEY"')
  if (body !== undefined)
    parts.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`)
  return parts.join(' \\\n  ')
}

/** In single quotes, in which a shell changes nothing. `-d` would read a file from a text that begins with @. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
