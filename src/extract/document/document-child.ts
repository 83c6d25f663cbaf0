// The child side of `convertDocument`: reads the document and writes it. Only a child imports the readers.
import { createHash } from 'node:crypto'
import { childSide } from '#extract/work.ts'
import { extractError } from '#extract/errors.ts'
import { PAGED_FORMATS } from '#parsing/documents/document-format.ts'
import { readDocument, type ReadResult } from '#parsing/documents/read-document.ts'
import { allBlocks, type PdfDetails, type PictureBlock } from '#parsing/documents/model/document-blocks.ts'
import { toDoclingDocument } from '#parsing/documents/model/docling-document.ts'
import { documentChunks } from '#parsing/documents/write/document-chunks.ts'
import { documentHtml } from '#parsing/documents/write/document-html.ts'
import { documentMarkdown } from '#parsing/documents/write/document-markdown.ts'
import { documentText, wholeText } from '#parsing/documents/write/document-text.ts'
import type { Converted, ConvertedPdf, ConvertTask } from './convert-document.ts'

export const parse = childSide(convert)

async function convert(task: ConvertTask): Promise<Converted> {
  const { to, images, imageMark, furniture = false, filename, uri } = task
  const wantsImages = images !== 'placeholder'
  const pages = task.pages === null ? null : new Set(task.pages)
  const wantsPictures = task.pdf?.pictures === true
  const read = await readDocument(task.bytes, { ...task, pages, wantsImages, wantsPictures })
  if (pages !== null) checkPages(read)
  const numbers = new Map<PictureBlock, number>()
  let [tableCount, pictureCount] = [0, 0]
  for (const block of allBlocks(read.blocks)) {
    if (block.kind === 'table') tableCount += 1
    if (block.kind !== 'picture') continue
    pictureCount += 1
    if (block.image !== null) numbers.set(block, numbers.size)
  }
  const pictureUrl = (picture: PictureBlock): string | null => {
    const number = numbers.get(picture)
    if (picture.image === null || number === undefined) return null
    return images === 'referenced'
      ? `${imageMark}${number}`
      : `data:${picture.image.mediaType};base64,${picture.image.base64}`
  }
  const wants = new Set(to)
  const written = toDoclingDocument(
    wants.has('json') || wants.has('chunks') ? read : { blocks: [], pages: [] },
    {
      name: (filename ?? 'document').replace(/\.[^.]+$/, ''),
      origin: {
        mimetype: read.mediaType,
        binary_hash: hashOf(task.bytes),
        filename: filename ?? 'document',
        ...(uri === null ? {} : { uri }),
      },
      pictureUrl,
    },
  )
  return {
    format: read.format,
    mediaType: read.mediaType,
    title: read.title,
    ...(wants.has('json') ? { document: written.document } : {}),
    ...(wants.has('md') ? { markdown: documentMarkdown(read.blocks, { pictureUrl }) } : {}),
    ...(wants.has('html') ? { html: documentHtml(read.blocks, read.title, { pictureUrl, furniture }) } : {}),
    ...(wants.has('text') ? { text: documentText(read.blocks) } : {}),
    ...(wants.has('chunks') ? { chunks: documentChunks(read.blocks, written.refs, task.chunk) } : {}),
    pictures:
      images === 'referenced'
        ? [...numbers.keys()].flatMap(({ image }) => (image === null ? [] : [image]))
        : [],
    errors: read.errors,
    needsOcr: read.needsOcr,
    ocrPages: read.ocrPages ?? [],
    pdf: task.pdf === undefined || read.pdf === undefined ? null : pdfOf(read.pdf),
    pageNumbers: read.pages.map(({ page }) => page),
    pageCount: read.pages.length === 0 ? null : read.pages.length,
    tableCount,
    pictureCount,
    hidden: read.hidden ?? { rows: 0, columns: 0 },
  }
}

/** Throws `validation_failed` where the document has none of the pages that were asked for. */
function checkPages({ format, blocks, pages, errors }: ReadResult): void {
  if (!PAGED_FORMATS.has(format) || blocks.length + pages.length + errors.length > 0) return
  const detail = 'the document has none of these pages'
  throw extractError('validation_failed', `\`pages\` cannot be read: ${detail}.`, {
    errors: [{ pointer: '/pages', code: 'range', detail }],
  })
}

const pdfOf = ({ info, pageCount, pictures, pages }: PdfDetails): ConvertedPdf => ({
  info,
  pageCount,
  pictures,
  pageTexts: pages.map(({ page, blocks }) => ({ page, text: wholeText(blocks) })),
})

/** 52 bits of the SHA-256, which a number of JSON holds exactly. */
const hashOf = (bytes: Uint8Array): number =>
  Number.parseInt(createHash('sha256').update(bytes).digest('hex').slice(-13), 16)
