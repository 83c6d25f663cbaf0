// Cuts a document into chunks for search and models: under their headings, by tokens, each with its pages and items.
import { estimateTokens } from '#parsing/markdown/estimate-tokens.ts'
import { BLANK_LINE_TOKENS, piecesOf } from '#parsing/markdown/cut-markdown.ts'
import type { Block } from '#parsing/documents/model/document-blocks.ts'
import type { RefsOfBlocks } from '#parsing/documents/model/docling-document.ts'
import { textOfSpans } from '#parsing/documents/model/document-blocks.ts'
import { blockMarkdown } from './document-markdown.ts'

export interface DocumentChunk {
  readonly index: number
  readonly text: string
  /** The headings above it, outermost first. */
  readonly headings: readonly string[]
  readonly pageNumbers: readonly number[]
  /** The items of the DoclingDocument that it holds: `#/texts/3`. */
  readonly docItems: readonly string[]
  readonly tokensEstimate: number
}

export interface ChunkRules {
  /** `item` makes each block a chunk of its own, `heading` joins them up to the next heading, `tokens` goes on beyond it. */
  readonly by: 'heading' | 'tokens' | 'item'
  readonly maxTokens: number
  /** Whether small blocks beside each other are joined; only with `heading` and `tokens`. */
  readonly mergePeers: boolean
}

interface Part {
  readonly text: string
  readonly headings: readonly string[]
  readonly page: number | null
  readonly item: string | null
}

export function documentChunks(
  blocks: readonly Block[],
  refs: RefsOfBlocks,
  { by, maxTokens, mergePeers }: ChunkRules,
): DocumentChunk[] {
  const chunks: DocumentChunk[] = []
  let open: Part[] = []
  let size = 0
  const flush = (): void => {
    const [first] = open
    if (first !== undefined) {
      const text = open.map((part) => part.text).join('\n\n')
      chunks.push({
        index: chunks.length,
        text,
        headings: first.headings,
        pageNumbers: [...new Set(open.flatMap(({ page }) => (page === null ? [] : [page])))],
        docItems: [...new Set(open.flatMap(({ item }) => (item === null ? [] : [item])))],
        tokensEstimate: estimateTokens(text),
      })
    }
    open = []
    size = 0
  }
  for (const part of partsOf(blocks, refs)) {
    const tokens = estimateTokens(part.text)
    const last = open.at(-1)
    const isPeer =
      last !== undefined && (by === 'tokens' || last.headings.join('\n') === part.headings.join('\n'))
    if (!isPeer || by === 'item' || !mergePeers || size + tokens > maxTokens) flush()
    if (tokens <= maxTokens) {
      open.push(part)
      size += tokens + BLANK_LINE_TOKENS
      continue
    }
    for (const text of piecesOf(part.text, maxTokens)) {
      open.push({ ...part, text })
      flush()
    }
  }
  flush()
  return chunks
}

/** The blocks in reading order with the headings above each; a heading itself is no part. */
function* partsOf(blocks: readonly Block[], refs: RefsOfBlocks): Generator<Part> {
  const path: { readonly level: number; readonly text: string }[] = []
  const walk = function* (list: readonly Block[]): Generator<Part> {
    for (const block of list) {
      if (block.layer === 'furniture' || block.layer === 'invisible') continue
      if (block.kind === 'group') {
        if (block.label === 'sheet') enter(path, 1, block.name)
        yield* walk(block.children)
      } else if (block.kind === 'text' && (block.label === 'title' || block.label === 'section_header')) {
        enter(path, block.label === 'title' ? 0 : (block.level ?? 1), textOfSpans(block.spans).trim())
      } else {
        const text = blockMarkdown(block)
        if (text === '' || text === '<!-- image -->') continue
        const page =
          block.kind === 'list' ? (block.items[0]?.place?.page ?? null) : (block.place?.page ?? null)
        yield { text, headings: path.map((above) => above.text), page, item: refs.get(block) ?? null }
      }
    }
  }
  yield* walk(blocks)
}

function enter(path: { readonly level: number; readonly text: string }[], level: number, text: string): void {
  while ((path.at(-1)?.level ?? -1) >= level) path.pop()
  path.push({ level, text })
}
