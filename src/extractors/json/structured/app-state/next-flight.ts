// The rows of a React server payload that Next.js streams into a page: their JSON, without the rest.
import { setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { parseJson } from '#parsing/json/parse-json.ts'

const MAX_ROWS = 2_000
/** `1a:`, perhaps a letter for the type, then the row. */
const ROW = /([0-9a-f]{1,8}):(T[0-9a-f]{1,8},|[A-Z]{1,2}(?=[[{"])|)/y

/** Rows by their id. Text rows are strings; module, hint and error rows contain no content. */
export function readNextFlight(payload: string): JsonObject {
  const rows: JsonObject = {}
  let at = 0
  for (let count = 0; at < payload.length && count < MAX_ROWS; count += 1) {
    ROW.lastIndex = at
    const match = ROW.exec(payload)
    if (match === null) {
      const next = payload.indexOf('\n', at)
      if (next < 0) break
      at = next + 1
      continue
    }
    const [head, id = '', tag = ''] = match
    at += head.length
    if (tag.startsWith('T')) {
      // The length counts bytes of UTF-8.
      const text = bytesOf(payload, at, Number.parseInt(tag.slice(1), 16))
      setKey(rows, id, text)
      at += text.length
      continue
    }
    const end = payload.indexOf('\n', at)
    const line = payload.slice(at, end < 0 ? payload.length : end)
    at += line.length + 1
    if (tag !== '') continue
    const value = dataOf(line)
    if (value !== null) setKey(rows, id, value)
  }
  return rows
}

function dataOf(line: string): JsonValue | null {
  if (!/^[[{]/.test(line)) return null
  const parsed = parseJson(line)
  return parsed.ok ? (parsed.values[0] ?? null) : null
}

/** As many characters from `start` as fit into `bytes` bytes of UTF-8. */
function bytesOf(text: string, start: number, bytes: number): string {
  let left = bytes
  let at = start
  while (left > 0 && at < text.length) {
    const code = text.codePointAt(at) ?? 0
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    at += code > 0xffff ? 2 : 1
  }
  return text.slice(start, at)
}
