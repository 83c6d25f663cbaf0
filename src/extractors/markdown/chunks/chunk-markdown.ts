// Cuts Markdown into chunks for search and models: at headings, by tokens, never inside a code block that fits.
import {
  BLANK_LINE_TOKENS,
  closesFence,
  openedFence,
  piecesOf,
  tailOf,
} from '#parsing/markdown/cut-markdown.ts'
import { estimateTokens } from '#parsing/markdown/estimate-tokens.ts'
import { plainHeading } from './plain-heading.ts'
import type { PostsOfPart } from './posts-of-part.ts'

export interface Chunk {
  readonly index: number
  /** The headings above it in plain text, outermost first. */
  readonly heading: readonly string[]
  readonly text: string
  readonly chars: number
  readonly tokensEstimate: number
  /** The posts that it holds something of, by their places. */
  readonly posts: readonly number[]
}

export interface ChunkOptions {
  readonly by: 'heading' | 'tokens'
  /** By `estimateTokens`, of the whole chunk. */
  readonly maxTokens: number
  /** At most so many tokens are repeated from the chunk before. */
  readonly overlap: number
}

interface Block {
  readonly text: string
  readonly heading: readonly string[]
  readonly opensSection: boolean
}

export function chunkMarkdown(
  markdown: string,
  { by, maxTokens, overlap }: ChunkOptions,
  postsOf: PostsOfPart = () => [],
): Chunk[] {
  const chunks: Chunk[] = []
  let parts: string[] = []
  /** The posts of each part. */
  let owners: (readonly number[])[] = []
  let size = 0
  let heading: readonly string[] = []
  /** How much of `parts` was already in the previous chunk. */
  let repeated = 0
  const repeat = Math.min(overlap, Math.floor(maxTokens / 2))
  // Behind what is repeated, a piece of a long block still has to fit.
  const pieceTokens = repeat === 0 ? maxTokens : maxTokens - repeat - BLANK_LINE_TOKENS
  const flush = (): void => {
    if (parts.length > repeated) {
      const text = parts.join('\n\n')
      chunks.push({
        index: chunks.length,
        heading,
        text,
        chars: text.length,
        tokensEstimate: estimateTokens(text),
        posts: [...new Set(owners.flat())],
      })
    }
    parts = []
    owners = []
    repeated = 0
    size = 0
  }
  /** Ends the chunk, and begins the next one with the end of it: as much as fits before `tokens` more. */
  const flushBefore = (tokens: number): void => {
    const last = parts.at(-1) ?? ''
    const owner = owners.at(-1)?.slice(-1) ?? []
    flush()
    const tail = tailOf(last, Math.min(repeat, maxTokens - tokens - BLANK_LINE_TOKENS))
    if (tail === '') return
    parts = [tail]
    owners = [owner]
    repeated = 1
    size = estimateTokens(tail) + BLANK_LINE_TOKENS
  }
  for (const block of blocksOf(markdown)) {
    // A section begins with its own heading, not with the end of another.
    if (by === 'heading' && block.opensSection) flush()
    const isWhole = estimateTokens(block.text) <= maxTokens
    for (const piece of isWhole ? [block.text] : piecesOf(block.text, pieceTokens)) {
      const tokens = estimateTokens(piece)
      if (parts.length > repeated && size + tokens > maxTokens) flushBefore(tokens)
      if (parts.length === repeated) heading = block.heading
      parts.push(piece)
      owners.push(postsOf(piece))
      size += tokens + BLANK_LINE_TOKENS
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
      path = [...path.filter((above) => above.level < level), { level, text: plainHeading(title) }]
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
