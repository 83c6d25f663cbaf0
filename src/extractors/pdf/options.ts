// The input and the output of the pdf extractor.
import { Type, type Static } from 'typebox'
import { Nullable, Words } from '#contract/schema.ts'
import { PageInput } from '#extract/page/page-request.ts'
import { ReadData, ReadFields } from './read-options.ts'

const strict = { additionalProperties: false } as const
const Template = (description: string) => Type.Optional(Type.String({ maxLength: 20_000, description }))
const Margin = Type.Number({ minimum: 0, maximum: 200 })

/** Width and height in millimetres, upright. */
export const PAPERS = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  A6: [105, 148],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
  Tabloid: [279.4, 431.8],
} as const

/** About printing a page; those about reading a PDF are `ReadFields`. */
export const PrintFields = {
  paper: Type.Optional(
    Type.Union(
      [
        Words(['A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid']),
        Type.Object(
          {
            widthMm: Type.Number({ minimum: 10, maximum: 5_000 }),
            heightMm: Type.Number({ minimum: 10, maximum: 5_000 }),
          },
          strict,
        ),
      ],
      { default: 'A4' },
    ),
  ),
  landscape: Type.Optional(Type.Boolean({ default: false })),
  marginsMm: Type.Optional(
    Type.Union(
      [
        Margin,
        Type.Object(
          {
            top: Type.Optional(Margin),
            right: Type.Optional(Margin),
            bottom: Type.Optional(Margin),
            left: Type.Optional(Margin),
          },
          strict,
        ),
      ],
      { default: 10, description: 'One for all sides, or each; a side that is not named has 10.' },
    ),
  ),
  printBackground: Type.Optional(
    Type.Boolean({ default: true, description: 'Background colors and pictures.' }),
  ),
  scale: Type.Optional(Type.Number({ minimum: 0.1, maximum: 2, default: 1 })),
  pageRanges: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^\\d{1,5}(-\\d{0,5})?(,\\s*\\d{1,5}(-\\d{0,5})?)*$',
      examples: ['1-5,8'],
      description: 'Only these pages; all by default.',
    }),
  ),
  header: Template(
    'HTML; elements with the class date, title, url, pageNumber or totalPages are filled. Needs a margin and a font-size.',
  ),
  footer: Template('As `header`.'),
  preferCssPageSize: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether a page size in the styles of the page counts more than `paper`.',
    }),
  ),
  outline: Type.Optional(
    Type.Boolean({ default: true, description: 'Bookmarks from the headings of the page.' }),
  ),
  tagged: Type.Optional(Type.Boolean({ default: true, description: 'Structure for screen readers.' })),
  scroll: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to scroll through the page first, so that it loads what it loads late.',
    }),
  ),
  media: Type.Optional(
    Words(['print', 'screen'], { default: 'print', description: 'Which styles of the page count.' }),
  ),
} as const

export const PdfInput = PageInput({
  mode: Type.Optional(
    Words(['auto', 'render', 'extract'], {
      default: 'auto',
      description: '`render` prints a page; `extract` reads a PDF. `auto` decides by the target.',
    }),
  ),
  ...PrintFields,
  ...ReadFields,
})
export type PdfInput = Static<typeof PdfInput>

export const PdfData = Type.Object({
  mode: Words(['render', 'extract']),
  title: Nullable(Type.String()),
  pages: Nullable(Type.Integer({ minimum: 1 })),
  bytes: Type.Integer({ minimum: 0 }),
  pdf: Type.Optional(Type.String({ description: 'The id of the file that was made.' })),
  consoleErrors: Type.Optional(Type.Array(Type.String())),
  failedRequests: Type.Optional(Type.Array(Type.Object({ url: Type.String(), reason: Type.String() }))),
  ...ReadData,
})
export type PdfData = Static<typeof PdfData>
