// Cuts Markdown into chunks for search and models: at headings, by tokens, never inside a code block that fits.
import { closesFence, openedFence, piecesOf, tailOf } from '#parsing/markdown/cut-markdown.ts'
import { estimateTokens } from '#parsing/markdown/estimate-tokens.ts'

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
  /** How much of `parts` was already in the previous chunk. */
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
    const tail = repeat === 0 ? '' : tailOf(parts.at(-1) ?? '', repeat)
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
      const [, { length: level } = '', title = ''] = mark
      path = [...path.filter((above) => above.level < level), { level, text: title }]
    }
    return { text, heading: path.map((above) => above.text), opensSection: mark !== null }
  }
  for (const line of markdown.split('\n')) {
    if (fence === null) fence = openedFence(line)?.fence ?? null
    else if (closesFence(line, fence)) fence = null
    if (line === '' && fence === null) {
      const block = take()
      if (block !== null) yield block
    } else lines.push(line)
  }
  const block = take()
  if (block !== null) yield block
}
