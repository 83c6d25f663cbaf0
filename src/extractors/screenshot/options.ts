// The input and the output of the screenshot extractor.
import { Type, type Static } from 'typebox'
import { Nullable, Words } from '#contract/schema.ts'
import { PageInput } from '#extract/page/page-request.ts'

const strict = { additionalProperties: false } as const
const Selector = Type.String({ minLength: 1, maxLength: 1_000 })
const Length = (minimum: number) => Type.Number({ minimum, maximum: 1_000_000 })

/** By `format`. */
export const MEDIA_TYPES = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
} as const

/** Of the name of a file. */
export const fileEnding = (format: keyof typeof MEDIA_TYPES): string => (format === 'jpeg' ? 'jpg' : format)

/** What Chromium draws at once. */
export const MAX_SIDE_PX = 16_384
/** Of all pictures of one job together. */
export const MAX_PIXELS = 50_000_000

export const ScreenshotInput = PageInput({
  fullPage: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'The page down to its end, not only what the viewport shows.',
    }),
  ),
  maxHeightPx: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: MAX_SIDE_PX,
      default: MAX_SIDE_PX,
      description: 'A higher picture becomes several files, one below the other.',
    }),
  ),
  selector: Type.Optional({
    ...Selector,
    description: 'Only the first element that fits this CSS selector.',
  }),
  clip: Type.Optional(
    Type.Object(
      { x: Length(0), y: Length(0), width: Length(1), height: Length(1) },
      { ...strict, description: 'Only this part of the page, in CSS pixels from its top left corner.' },
    ),
  ),
  format: Type.Optional(Words(['png', 'jpeg', 'webp', 'avif'], { default: 'png' })),
  quality: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 80, description: 'For every format but png.' }),
  ),
  omitBackground: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Transparent where the page has no background; not with jpeg.',
    }),
  ),
  scroll: Type.Optional(
    Type.Boolean({
      description:
        'Whether to scroll through the page first, so that it loads what it loads late. Default as `fullPage`.',
    }),
  ),
  freezeAnimations: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Animations are shown at their end, endless ones not at all.',
    }),
  ),
  hide: Type.Optional(Type.Array(Selector, { maxItems: 50, description: 'Elements that are not shown.' })),
  css: Type.Optional(Type.String({ maxLength: 20_000, description: 'Styles for the page.' })),
  stickyHeaders: Type.Optional(
    Words(['once', 'keep', 'hide'], {
      default: 'once',
      description:
        'What stays in place when a person scrolls: shown once, where it stands at the top of the page; on each ' +
        'screen of a whole page, as a person sees it (`keep`); or not at all.',
    }),
  ),
  thumbnail: Type.Optional(
    Type.Object(
      { widthPx: Type.Integer({ minimum: 16, maximum: 2_000 }) },
      { ...strict, description: 'A small copy of the first picture, in addition.' },
    ),
  ),
  compareTo: Type.Optional(
    Type.String({
      pattern: '^art_',
      maxLength: 100,
      description: 'An earlier picture; the answer says what differs.',
    }),
  ),
})
export type ScreenshotInput = Static<typeof ScreenshotInput>

export const ScreenshotData = Type.Object({
  title: Nullable(Type.String()),
  format: Words(['png', 'jpeg', 'webp', 'avif']),
  width: Type.Integer({ minimum: 1, description: 'Pixels of the whole picture.' }),
  height: Type.Integer({ minimum: 1, description: 'Pixels of the whole picture, all its files together.' }),
  pageWidthPx: Type.Integer({ minimum: 0, description: 'Of the page, in CSS pixels.' }),
  pageHeightPx: Type.Integer({ minimum: 0, description: 'Of the page, in CSS pixels.' }),
  tiles: Type.Array(Type.String(), { description: 'The ids of the files, from the top.' }),
  thumbnail: Type.Optional(Type.String({ description: 'The id of the small copy.' })),
  comparison: Type.Optional(
    Type.Object({
      changedRatio: Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Of all pixels, how many differ visibly.',
      }),
      sameSize: Type.Boolean(),
      diffArtifact: Type.String({ description: 'The id of a picture in which they are red.' }),
    }),
  ),
  fonts: Type.Object({
    missing: Type.Array(Type.String(), { description: 'Fonts of the page that could not be loaded.' }),
    missingScripts: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Scripts of its text that the browser has no font for, by their names in Unicode: `Han`, `Arabic`, also `Emoji`.',
        examples: [['Han', 'Emoji']],
      }),
    ),
  }),
  consoleErrors: Type.Array(Type.String()),
  failedRequests: Type.Array(Type.Object({ url: Type.String(), reason: Type.String() })),
})
export type ScreenshotData = Static<typeof ScreenshotData>
