// Long text in pieces: what fits an answer, and where the next piece begins.
import { Type } from 'typebox'
import { MaybeInteger } from './brief-fields.ts'

/** About 5,000 tokens: what an assistant takes without losing the rest of its conversation. */
const DEFAULT_MAX_CHARS = 20_000
const MAX_CHARS = 100_000

/** The fields of a request that asks for a piece. */
export const PieceFields = {
  offset: Type.Optional(
    Type.Integer({ minimum: 0, description: 'To read on: `nextOffset` of the answer before.' }),
  ),
  maxChars: Type.Optional(Type.Integer({ minimum: 500, maximum: MAX_CHARS, default: DEFAULT_MAX_CHARS })),
}

/** The fields of an answer that is a piece. */
export const PieceAnswer = {
  text: Type.String(),
  totalChars: MaybeInteger(),
  nextOffset: MaybeInteger('Null: this is the end.'),
}

export interface PieceRequest {
  readonly offset?: number | undefined
  readonly maxChars?: number | undefined
}

export interface Piece {
  readonly text: string
  /** Null: not known before the last piece. */
  readonly totalChars: number | null
  readonly nextOffset: number | null
}

/** The piece from `offset` on, cut behind a line where there is one in its second half. */
export function pieceOf(text: string, { offset = 0, maxChars = DEFAULT_MAX_CHARS }: PieceRequest): Piece {
  const end = endOf(text.slice(offset, offset + maxChars + 1), maxChars)
  const nextOffset = end === null ? null : offset + end
  return { text: text.slice(offset, nextOffset ?? undefined), totalChars: text.length, nextOffset }
}

/** The same of a stream, of which no more than the piece is kept; what comes behind it is not read. */
export async function pieceOfStream(
  body: AsyncIterable<Uint8Array>,
  { offset = 0, maxChars = DEFAULT_MAX_CHARS }: PieceRequest,
): Promise<Piece> {
  const decoder = new TextDecoder()
  let passed = 0
  let kept = ''
  const take = (text: string): void => {
    const skip = Math.min(text.length, offset - passed)
    passed += skip
    kept += text.slice(skip)
  }
  for await (const bytes of body) {
    take(decoder.decode(bytes, { stream: true }))
    if (kept.length > maxChars) break
  }
  if (kept.length <= maxChars) take(decoder.decode())
  const end = endOf(kept, maxChars)
  if (end === null) return { text: kept, totalChars: passed + kept.length, nextOffset: null }
  return { text: kept.slice(0, end), totalChars: null, nextOffset: offset + end }
}

/** Where a piece ends; null where the text is no longer than one. */
function endOf(text: string, maxChars: number): number | null {
  if (text.length <= maxChars) return null
  const line = text.lastIndexOf('\n', maxChars - 1) + 1
  if (line > maxChars / 2) return line
  const code = text.charCodeAt(maxChars)
  const splitsPair = code >= 0xdc00 && code <= 0xdfff
  return splitsPair ? maxChars - 1 : maxChars
}
