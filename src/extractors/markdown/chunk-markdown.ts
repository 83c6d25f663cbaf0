// Cuts Markdown into chunks for search and models: at headings, by tokens, never inside a code block that fits.

export interface Chunk {
  readonly index: number
  /** The headings above it, outermost first. */
  readonly heading: readonly string[]
  readonly text: string
  readonly chars: number
  readonly tokensEstimate: number
}

export interface ChunkOptions {
  readonly by: 'heading' | 'tokens'
  readonly maxTokens: number
  /** Tokens repeated from the chunk before. */
  readonly overlap: number
}

interface Block {
  readonly text: string
  readonly heading: readonly string[]
  readonly opensSection: boolean
}

export function chunkMarkdown(markdown: string, { by, maxTokens, overlap }: ChunkOptions): Chunk[] {
  const chunks: Chunk[] = []
  let parts: string[] = []
  let size = 0
  let heading: readonly string[] = []
  /** What of `parts` was already in the chunk before. */
  let repeated = 0
  const repeat = Math.min(overlap, Math.floor(maxTokens / 2))
  const flush = (): void => {
    if (parts.length > repeated) {
      const text = parts.join('\n\n')
      chunks.push({
        index: chunks.length,
        heading,
        text,
        chars: text.length,
        tokensEstimate: estimateTokens(text),
      })
    }
    const tail = repeat === 0 || parts.length === 0 ? '' : tailOf(parts[parts.length - 1] as string, repeat)
    parts = tail === '' ? [] : [tail]
    repeated = parts.length
    size = estimateTokens(tail)
  }
  for (const block of blocksOf(markdown)) {
    if (by === 'heading' && block.opensSection) {
      flush()
      // A section begins with its own heading, not with the end of another.
      parts = []
      repeated = 0
      size = 0
    }
    for (const piece of piecesOf(block.text, maxTokens)) {
      const tokens = estimateTokens(piece)
      if (parts.length > repeated && size + tokens > maxTokens) flush()
      if (parts.length === repeated) heading = block.heading
      parts.push(piece)
      size += tokens
    }
  }
  flush()
  return chunks
}

/**
 * A model-free estimate: four letters of an alphabet to a token, one wide (CJK) letter to a token, and never less than one
 * for each word.
 */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff]/g)?.length ?? 0
  const words = text.match(/[^\s\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff]+/g)?.length ?? 0
  return Math.max(words, Math.ceil((text.length - wide) / 4)) + wide
}

/** Blocks apart by blank lines; a fence is one block whatever it holds. */
function* blocksOf(markdown: string): Generator<Block> {
  let path: { level: number; text: string }[] = []
  let lines: string[] = []
  let fence: string | null = null
  const take = (): Block | null => {
    const text = lines.join('\n')
    lines = []
    if (text === '') return null
    const mark = fence === null ? /^(#{1,6}) (.*)$/.exec(text) : null
    if (mark !== null) {
      const level = (mark[1] as string).length
      path = [...path.filter((above) => above.level < level), { level, text: mark[2] as string }]
    }
    return { text, heading: path.map((above) => above.text), opensSection: mark !== null }
  }
  for (const line of markdown.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === null && mark !== undefined) fence = mark
    else if (fence !== null && mark !== undefined && mark.startsWith(fence) && line.trim() === mark)
      fence = null
    if (line === '' && fence === null) {
      const block = take()
      if (block !== null) yield block
    } else lines.push(line)
  }
  const block = take()
  if (block !== null) yield block
}

/** A block that is too large is cut at line ends, then at sentence ends, then at blanks, then anywhere. */
function piecesOf(text: string, maxTokens: number): string[] {
  if (estimateTokens(text) <= maxTokens) return [text]
  for (const cut of [/(?<=\n)/, /(?<=[.!?。！？]["”’)]?\s)|(?<=[。！？])/, /(?<=\s)/]) {
    const parts = text.split(cut)
    if (parts.length > 1)
      return merge(
        parts.flatMap((part) => piecesOf(part, maxTokens)),
        maxTokens,
      )
  }
  const size = Math.max(1, Math.floor(maxTokens))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  )
}

function merge(parts: readonly string[], maxTokens: number): string[] {
  const merged: string[] = []
  let current = ''
  let size = 0
  for (const part of parts) {
    const tokens = estimateTokens(part)
    if (current !== '' && size + tokens > maxTokens) {
      merged.push(current.trim())
      current = ''
      size = 0
    }
    current += part
    size += tokens
  }
  if (current.trim() !== '') merged.push(current.trim())
  return merged
}

/** The last words of a text, about `tokens` long. */
function tailOf(text: string, tokens: number): string {
  const words = text.split(/(?<=\s)/)
  let size = 0
  let at = words.length
  while (at > 0 && size < tokens) {
    at -= 1
    size += estimateTokens(words[at] as string)
  }
  return words.slice(at).join('').trim()
}
