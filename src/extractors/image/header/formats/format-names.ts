// The image formats that are distinguished here, with their other names.

/** By their usual names, the most frequent first. */
export const IMAGE_FORMATS = [
  'jpeg',
  'png',
  'gif',
  'webp',
  'avif',
  'heic',
  'tiff',
  'svg',
  'bmp',
  'ico',
  'jp2',
  'jxl',
  'psd',
] as const
/** One of `IMAGE_FORMATS`. */
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

/** The registered media type of each format. */
export const MEDIA_TYPES: Readonly<Record<ImageFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  jp2: 'image/jp2',
  jxl: 'image/jxl',
  psd: 'image/vnd.adobe.photoshop',
}

/** File extensions and media types of these formats. */
const NAMES: ReadonlyMap<string, ImageFormat> = new Map([
  ['jpg', 'jpeg'],
  ['jpe', 'jpeg'],
  ['jfif', 'jpeg'],
  ['pjpeg', 'jpeg'],
  ['apng', 'png'],
  ['x-png', 'png'],
  ['heif', 'heic'],
  ['tif', 'tiff'],
  ['svg+xml', 'svg'],
  ['svgz', 'svg'],
  ['x-ms-bmp', 'bmp'],
  ['x-icon', 'ico'],
  ['vnd.microsoft.icon', 'ico'],
  ['cur', 'ico'],
  ['j2k', 'jp2'],
  ['jpx', 'jp2'],
  ['vnd.adobe.photoshop', 'psd'],
])

/** The format that a file extension or the second half of a media type means, or null. */
export function formatByName(name: string): ImageFormat | null {
  const lower = name.toLowerCase()
  return IMAGE_FORMATS.find((format) => format === lower) ?? NAMES.get(lower) ?? null
}
