// Reads plain text as a document: paragraphs are apart by blank lines.
import type { ReadDocument } from '#parsing/documents/model/document-blocks.ts'
import { plainBlock } from '#parsing/documents/model/document-blocks.ts'

export function readText(text: string): ReadDocument {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .flatMap((paragraph) => plainBlock('text', paragraph) ?? [])
  return { blocks, pages: [], title: null, errors: [], needsOcr: [] }
}
