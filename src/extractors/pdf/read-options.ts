// The options of the pdf extractor for reading a PDF, and what it answers then.
import { Type } from 'typebox'
import { Nullable, Words } from '#contract/schema.ts'
import { OcrFields } from '#extract/document/document-options.ts'

const Said = (description: string) => Type.Optional(Nullable(Type.String({ description })))

export const ReadFields = {
  pages: Type.Optional(
    Type.String({
      pattern: '^\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*$',
      maxLength: 500,
      description: 'Pages of a PDF to read, from 1; all by default.',
      examples: ['1-5,9'],
    }),
  ),
  password: Type.Optional(Type.String({ maxLength: 256, description: 'Opens an encrypted PDF.' })),
  output: Type.Optional(
    Words(['text', 'markdown', 'json'], {
      default: 'text',
      description:
        'What a PDF is read as beside the text of its pages: `markdown`, or `json`, a DoclingDocument with places.',
    }),
  ),
  includeImages: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether the pictures of a PDF are saved as artifacts, as the file has them.',
    }),
  ),
  ...OcrFields,
}

/** Present where a PDF was read; absent where a page was printed. */
export const ReadData = {
  url: Type.Optional(Nullable(Type.String({ description: 'Where the PDF came from; null for a file.' }))),
  status: Type.Optional(
    Words(['success', 'partial_success'], {
      description: '`partial_success`: `pageErrors` says what is missing.',
    }),
  ),
  author: Said('As the file says it about itself.'),
  subject: Said('As the file says it about itself.'),
  keywords: Said('As the file says it about itself.'),
  creator: Said('The program in which it was written.'),
  producer: Said('The program that made the PDF.'),
  pdfVersion: Said('`1.7`'),
  createdAt: Said('RFC 3339; without a time or a zone where the file has none.'),
  modifiedAt: Said('As `createdAt`.'),
  encrypted: Type.Optional(Type.Boolean()),
  tagged: Type.Optional(
    Type.Boolean({ description: 'Whether it has the structure that screen readers use.' }),
  ),
  outline: Type.Optional(
    Type.Array(
      Type.Object({
        title: Type.String(),
        level: Type.Integer({ minimum: 1 }),
        page: Nullable(Type.Integer({ description: 'Null where it leads to no page of the file.' })),
      }),
      { description: 'The bookmarks, in their order.' },
    ),
  ),
  pagesText: Type.Optional(
    Type.Array(
      Type.Object({
        page: Type.Integer({ minimum: 1 }),
        text: Type.String({ description: 'In reading order, with running titles and page numbers.' }),
        ocr: Type.Boolean({ description: 'Whether it was read by OCR.' }),
      }),
    ),
  ),
  markdown: Type.Optional(Type.String()),
  document: Type.Optional(Type.Unsafe<object>(Type.Object({}, { description: 'A DoclingDocument 1.10.0.' }))),
  images: Type.Optional(
    Type.Array(
      Type.Object({
        page: Type.Integer({ minimum: 1 }),
        artifactId: Type.String(),
        mediaType: Type.String(),
        width: Type.Integer(),
        height: Type.Integer(),
      }),
    ),
  ),
  needsOcr: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'Pages that hold pictures and no text, and that OCR has not read.',
    }),
  ),
  ocrPages: Type.Optional(Type.Array(Type.Integer(), { description: 'Pages whose text was read by OCR.' })),
  pageErrors: Type.Optional(
    Type.Array(
      Type.Object({
        page: Nullable(Type.Integer({ description: 'Null where it is no single page.' })),
        code: Type.String(),
        detail: Type.String(),
      }),
    ),
  ),
}
