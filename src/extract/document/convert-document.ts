// Has a document of any format read in a child process and written in the forms that were asked for.
import { defineWork } from '#extract/work.ts'
import type { ReadOptions } from '#parsing/documents/read-document.ts'
import type { DocumentFormat } from '#parsing/documents/document-format.ts'
import type {
  HiddenCount,
  PageError,
  PdfDetails,
  PictureImage,
} from '#parsing/documents/model/document-blocks.ts'
import type { DoclingDocument } from '#parsing/documents/model/docling-document.ts'
import type { ChunkRules, DocumentChunk } from '#parsing/documents/write/document-chunks.ts'
import type { DocumentForm } from './document-options.ts'

/** A document to be read. Sets do not survive the way to a child, so that pages are a list here. */
export interface ConvertTask extends Omit<ReadOptions, 'pages' | 'wantsImages' | 'wantsPictures'> {
  readonly bytes: Uint8Array
  readonly pages: readonly number[] | null
  readonly to: readonly DocumentForm[]
  /** `referenced` puts the words `imageMark` and a number where the address of each picture belongs. */
  readonly images: 'placeholder' | 'embedded' | 'referenced'
  readonly imageMark: string
  /** Whether HTML has headers, footers and running titles too. Default false. */
  readonly furniture?: boolean
  readonly chunk: ChunkRules
  /** Where the document is from; null for an upload. */
  readonly uri: string | null
  /** What of a PDF is given beside the forms; absent for none of it. */
  readonly pdf?: { readonly pictures: boolean }
}

/** What only a PDF has: what it says about itself, the text of each page, its pictures. */
export interface ConvertedPdf extends Pick<PdfDetails, 'info' | 'pageCount' | 'pictures'> {
  /** With running titles and page numbers. */
  readonly pageTexts: readonly { readonly page: number; readonly text: string }[]
}

export interface Converted {
  readonly format: DocumentFormat
  readonly mediaType: string
  readonly title: string | null
  readonly document?: DoclingDocument
  readonly markdown?: string
  readonly html?: string
  readonly text?: string
  readonly chunks?: readonly DocumentChunk[]
  /** The pictures that the marks stand for; empty unless they were to be referenced. */
  readonly pictures: readonly PictureImage[]
  readonly errors: readonly PageError[]
  readonly needsOcr: readonly number[]
  /** Pages whose text OCR has read. */
  readonly ocrPages: readonly number[]
  /** Null for any other format, and where nothing of it was asked for. */
  readonly pdf: ConvertedPdf | null
  /** Those that were read; empty where the format has no pages. */
  readonly pageNumbers: readonly number[]
  /** Null where the format has no pages. */
  readonly pageCount: number | null
  readonly tableCount: number
  readonly pictureCount: number
  /** Rows and columns of sheets that are left out because they are hidden. */
  readonly hidden: HiddenCount
}

/** Longer than any document took that a reader could finish; a large one of 2,000 pages takes some two minutes. */
const TIMEOUT_MS = 280_000

/** Throws what `readDocument` throws, `extract_timeout`, and `unsupported_document` where the child does not survive. */
export const convertDocument = defineWork<ConvertTask, Converted>({
  module: new URL('./document-child.ts', import.meta.url),
  child: 'always',
  sizeOf: ({ bytes }) => bytes.length,
  bounds: { timeoutMs: TIMEOUT_MS },
})
