// The options of the docling extractor, and its answer.
import { Type, type Static } from 'typebox'
import { Count, Nullable, Words } from '#contract/schema.ts'
import { PageInput } from '#extract/page/page-request.ts'
import { OcrFields, DOCUMENT_FORMS } from '#extract/document/document-options.ts'
import { DoclingJson } from './docling-schema.ts'

export const DoclingInput = PageInput({
  to: Type.Optional(
    Type.Array(Words(DOCUMENT_FORMS), {
      minItems: 1,
      maxItems: DOCUMENT_FORMS.length,
      uniqueItems: true,
      default: ['md', 'json'],
      description: 'The forms of the answer; `json` is a DoclingDocument.',
    }),
  ),
  filename: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Its ending tells text formats apart where the server does not: `notes.adoc`.',
    }),
  ),
  pages: Type.Optional(
    Type.String({
      pattern: '^\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*$',
      maxLength: 500,
      description: 'Pages, slides or sheets to read, from 1; without it all are read.',
      examples: ['1-5,9'],
    }),
  ),
  password: Type.Optional(Type.String({ maxLength: 256, description: 'Opens an encrypted PDF.' })),
  ...OcrFields,
  tables: Type.Optional(
    Words(['fast', 'accurate', 'off'], {
      default: 'accurate',
      description:
        'Whether tables are looked for in a PDF; the other formats name theirs. Only a docling-serve tells `fast` and `accurate` apart.',
    }),
  ),
  cells: Type.Optional(
    Words(['values', 'shown'], {
      default: 'values',
      description:
        'Cells of a spreadsheet as their values (`2025-03-10 00:00:00`, `0.07`), as docling gives them, or as a reader sees them: by their number formats, in English where a format names no language, and without hidden rows and columns.',
    }),
  ),
  images: Type.Optional(
    Words(['placeholder', 'embedded', 'referenced'], {
      default: 'placeholder',
      description:
        'What stands for a picture: a comment, its bytes as a `data:` address, or the address of an artifact. Pictures of a PDF are given as they are seen, as PNG.',
    }),
  ),
  chunk: Type.Optional(
    Type.Object(
      {
        by: Type.Optional(
          Words(['heading', 'tokens', 'item'], {
            default: 'heading',
            description: '`item` makes each paragraph, list and table a chunk of its own.',
          }),
        ),
        maxTokens: Type.Optional(Type.Integer({ minimum: 20, maximum: 32_000, default: 500 })),
        mergePeers: Type.Optional(
          Type.Boolean({ default: true, description: 'Whether small neighbours are joined.' }),
        ),
      },
      { additionalProperties: false },
    ),
  ),
})
export type DoclingInput = Static<typeof DoclingInput>

const Chunk = Type.Object({
  index: Type.Integer(),
  text: Type.String(),
  headings: Type.Array(Type.String(), { description: 'The headings above it, outermost first.' }),
  pageNumbers: Type.Array(Type.Integer()),
  docItems: Type.Array(Type.String({ description: '`self_ref` of an item of the DoclingDocument.' })),
  tokensEstimate: Type.Integer(),
})

export const DoclingData = Type.Object({
  url: Nullable(Type.String({ description: 'Where the document came from; null for a file or a text.' })),
  filename: Nullable(Type.String()),
  format: Nullable(
    Type.String({ description: '`pdf`, `docx`, `pptx`, …; null where a docling-serve does not say it.' }),
  ),
  title: Nullable(
    Type.String({ description: 'As the document declares it about itself; null also for `untitled`.' }),
  ),
  status: Words(['success', 'partial_success'], {
    description: '`partial_success`: `pageErrors` says what is missing.',
  }),
  document: Type.Optional(Type.Unsafe<object>(DoclingJson)),
  markdown: Type.Optional(Type.String()),
  html: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  chunks: Type.Optional(Type.Array(Chunk)),
  pageErrors: Type.Array(
    Type.Object({
      page: Nullable(Type.Integer({ description: 'Null where it is no single page.' })),
      code: Type.String(),
      detail: Type.String(),
    }),
  ),
  needsOcr: Type.Array(Type.Integer(), {
    description: 'Pages that hold pictures and no text, and that OCR has not read.',
  }),
  ocrPages: Nullable(
    Type.Array(Type.Integer(), {
      description: 'Pages whose text was read by OCR; null where a docling-serve does not say it.',
    }),
  ),
  stats: Type.Object({
    pages: Nullable(Count({ description: 'Pages, slides or sheets that were read; null without pages.' })),
    tables: Nullable(Count()),
    pictures: Nullable(Count()),
    ocrPages: Nullable(
      Count({ description: 'Pages read by OCR; null where a docling-serve does not say it.' }),
    ),
  }),
})
export type DoclingData = Static<typeof DoclingData>
