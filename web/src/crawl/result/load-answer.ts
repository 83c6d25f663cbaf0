// Reads an answer of any size and kind, up to what a page can show.
import { fetchApi } from '#shared/api/call-api.ts'

/** JSON, text, or bytes that are only counted and saved; `null` bytes: the service did not say how many. */
export type LoadedAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly value: unknown }
  | { readonly kind: 'text'; readonly status: number; readonly text: string }
  | { readonly kind: 'file'; readonly status: number; readonly blob: Blob }
  | { readonly kind: 'large'; readonly status: number; readonly bytes: number | null }

/** More than that is not taken into the memory of the page. */
const MAX_BYTES = 32_000_000

/** Throws as `fetchApi`. A longer answer is left where it is. */
export async function loadAnswer(
  path: string,
  options: Parameters<typeof fetchApi>[1] = {},
): Promise<LoadedAnswer> {
  const response = await fetchApi(path, options)
  const { status } = response
  const length = response.headers.get('content-length')
  if (length !== null && Number(length) > MAX_BYTES) {
    await response.body?.cancel()
    return { kind: 'large', status, bytes: Number(length) }
  }
  const blob = await readBounded(response)
  if (blob === null) return { kind: 'large', status, bytes: null }
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? ''
  if (/[/+]json$/u.test(type)) return { kind: 'json', status, value: JSON.parse(await blob.text()) }
  if (type.startsWith('text/')) return { kind: 'text', status, text: await blob.text() }
  return { kind: 'file', status, blob }
}

/** The bytes; null where there are more than `MAX_BYTES`. */
async function readBounded(response: Response): Promise<Blob | null> {
  if (response.body === null) return new Blob()
  const type = response.headers.get('content-type') ?? ''
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const part of response.body) {
    bytes += part.byteLength
    // Leaving the loop cancels the stream.
    if (bytes > MAX_BYTES) return null
    parts.push(part)
  }
  return new Blob(parts, { type })
}
