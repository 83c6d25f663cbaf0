// The options of the image extractor, and its answer.
import { Type, type Static } from 'typebox'
import { Nullable, Words } from '#contract/schema.ts'
import { Warning } from '#contract/crawl/result.ts'
import { PageInput } from '#extract/page/page-request.ts'
import { IMAGE_FORMATS } from '#extractors/image/header/formats/format-names.ts'
import { ROLES } from '#extractors/image/list/role-words.ts'
import { SOURCES } from '#extractors/image/list/image-candidate.ts'
import { FITS, TRANSFORM_FORMATS } from './output-plan.ts'

export const DEFAULT_MAX_IMAGES = 200
const Side = Type.Integer({ minimum: 1, maximum: 8_192 })
const Least = (what: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000, description: what }))

const Transform = Type.Object(
  {
    widthPx: Type.Optional(Side),
    heightPx: Type.Optional(Side),
    // No defaults: filled in, they would count for `minProperties`.
    fit: Type.Optional(
      Words(FITS, {
        description: 'What happens to the proportions, `inside` where absent; an image is never enlarged.',
      }),
    ),
    format: Type.Optional(
      Words(TRANSFORM_FORMATS, { description: 'As the image is where absent, PNG for what is not written.' }),
    ),
    quality: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'For JPEG, WebP and AVIF; 80 where absent.' }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
)

/** Which images are wanted, and what of them. */
export const ImageInput = PageInput({
  mode: Type.Optional(
    Words(['list', 'inspect', 'download'], {
      default: 'list',
      description:
        '`list` names the images of a page, `inspect` also fetches and decodes each, `download` also keeps each as an ' +
        'artifact. Where the target is an image itself, it is inspected in every mode.',
    }),
  ),
  minWidthPx: Least('Of the file where it was fetched, else as far as the page says; unknown passes.'),
  minHeightPx: Least('As `minWidthPx`.'),
  minBytes: Least('As `minWidthPx`: only files that were fetched have a known length.'),
  formats: Type.Optional(
    Type.Array(Words(IMAGE_FORMATS), {
      minItems: 1,
      maxItems: IMAGE_FORMATS.length,
      uniqueItems: true,
      description: 'By content where it was fetched, else as the page or the name says; unknown passes.',
    }),
  ),
  maxImages: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_000,
      default: DEFAULT_MAX_IMAGES,
      description: 'The best by score; a list that was cut says so.',
    }),
  ),
  includeInline: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Images that the page itself holds: `data:` addresses and drawings.',
    }),
  ),
  includeBackground: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Images of `style` attributes and elements; style sheets are not fetched.',
    }),
  ),
  hash: Type.Optional(Type.Boolean({ default: true, description: '`dhash` and `thumbhash`.' })),
  palette: Type.Optional(Type.Boolean({ default: true })),
  readMetadata: Type.Optional(
    Type.Boolean({ description: 'EXIF, IPTC and XMP; true for an image, false for the images of a page.' }),
  ),
  gps: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Tell the place in the metadata, which is left out otherwise.',
    }),
  ),
  transform: Type.Optional({ ...Transform, description: 'Change what is kept; needs `mode: download`.' }),
  keepMetadata: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Leave the metadata in what is kept; needs `mode: download`. Drawings are cleaned in any case.',
    }),
  ),
})
export type ImageInput = Static<typeof ImageInput>

const Text = Nullable(Type.String())
const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Pixels = Nullable(Type.Number({ description: 'Pixels.' }))

const Metadata = Type.Object({
  takenAt: Nullable(
    Type.String({
      description:
        'RFC 3339, without a zone where the camera gave none. From EXIF, else from XMP, else from IPTC; so are the make of the camera in `exif` and the place.',
    }),
  ),
  exif: Nullable(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Array(Type.Number())])),
  ),
  iptc: Nullable(
    Type.Object({
      title: Text,
      headline: Text,
      caption: Text,
      byline: Text,
      credit: Text,
      source: Text,
      copyright: Text,
      city: Text,
      country: Text,
      createdAt: Text,
      keywords: Type.Array(Type.String()),
    }),
  ),
  xmp: Nullable(
    Type.Object({
      title: Text,
      description: Text,
      creators: Type.Array(Type.String()),
      rights: Text,
      webStatement: Text,
      credit: Text,
      subjects: Type.Array(Type.String()),
      createdAt: Text,
      rating: Nullable(Type.Integer()),
      tool: Text,
      digitalSourceType: Nullable(
        Type.String({ description: "IPTC's word for how it came about, such as `trainedAlgorithmicMedia`." }),
      ),
    }),
  ),
  gps: Type.Optional(
    Nullable(Type.Object({ lat: Type.Number(), lng: Type.Number(), altitudeM: Nullable(Type.Number()) })),
  ),
})

/** The facts of a file, by its content. */
export const FileFacts = Type.Object({
  format: Words(IMAGE_FORMATS),
  mediaType: Type.String(),
  width: Pixels,
  height: Pixels,
  bytes: Type.Integer(),
  sha256: Type.String(),
  pages: Nullable(
    Type.Integer({ description: 'Frames of an animation, pages of a TIFF, sizes of an icon.' }),
  ),
  animated: Nullable(Type.Boolean()),
  durationMs: Nullable(Type.Integer({ description: 'Of one round of the animation.' })),
  orientation: Nullable(
    Type.Integer({ description: 'EXIF, 1 to 8; width and height are as shown, turned.' }),
  ),
  alpha: Nullable(Type.Boolean()),
  colorSpace: Text,
  bitDepth: Nullable(Type.Integer({ description: 'Bits of a channel, or of a palette index.' })),
  iccProfile: Text,
  dhash: Type.Optional(Nullable(Type.String({ description: 'Difference hash of 64 bits, hexadecimal.' }))),
  thumbhash: Type.Optional(Nullable(Type.String({ description: 'A placeholder, base64.' }))),
  palette: Type.Optional(Nullable(Type.Array(Type.Object({ hex: Type.String(), share: Type.Number() })))),
  metadata: Type.Optional(Nullable(Metadata)),
  warnings: Type.Array(Warning),
})
export type FileFacts = Static<typeof FileFacts>

/** One image of the answer. */
export const ImageEntry = Type.Object({
  url: Nullable(Type.String({ description: 'Null for an image that the page itself holds.' })),
  inline: Nullable(Words(['data_url', 'svg'])),
  foundIn: Type.Array(Words([...SOURCES, 'target'])),
  alt: Text,
  caption: Nullable(Type.String({ description: 'Of the figure it stands in.' })),
  declared: Type.Object(
    { width: Pixels, height: Pixels, mediaType: Text },
    { description: 'What the page says: CSS pixels, and the type by attribute or file name.' },
  ),
  role: Words(ROLES, {
    description: 'By rules over place, names and size; `tracking` images are never fetched.',
  }),
  score: Type.Number({ description: '0 to 1: how much a reader would miss it.' }),
  ...Type.Partial(FileFacts).properties,
  duplicateOf: Type.Optional(
    Nullable(
      Type.Integer({ description: 'Its place in `images` is that of the better copy of the same picture.' }),
    ),
  ),
  artifactId: Type.Optional(
    Nullable(Type.String({ description: 'What was kept; `artifacts` has its address.' })),
  ),
  error: Type.Optional(
    Type.Object(
      { code: Type.String(), detail: Type.String() },
      { description: 'Why the file is not known.' },
    ),
  ),
})
export type ImageEntry = Static<typeof ImageEntry>

/** The images, and how many were left out on the way. */
export const ImageData = Type.Object({
  mode: Words(['list', 'inspect', 'download']),
  url: Nullable(
    Type.String({ description: 'The page or the image; null for a page handed in without `baseUrl`.' }),
  ),
  images: Type.Array(ImageEntry),
  counts: Type.Object({
    found: Count('Different images of the page.'),
    filtered: Count('Left out by the filters.'),
    cut: Count('Left out by `maxImages`.'),
    listed: Count('In `images`.'),
    fetched: Count('Looked at, of those listed.'),
    failed: Count('With an `error`, of those listed.'),
    duplicates: Count('With a `duplicateOf`, of those listed.'),
  }),
})
export type ImageData = Static<typeof ImageData>
