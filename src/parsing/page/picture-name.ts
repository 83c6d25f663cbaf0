// What a picture is called whatever its size: sites give one picture many addresses.
import { percentDecoded } from '#kit/url/percent-decoded.ts'

/** The length beyond which an address is not read for a name. */
const MAX_ADDRESS_CHARS = 4_000
/** A shorter file name is given to many pictures. */
const MIN_NAME_CHARS = 6
/** `-1024x683`, `_640w`, `@2x`, `-scaled`, as publishing systems and shops append to the name. */
const SIZE =
  /(?:[-_.@](?:\d{2,4}x\d{0,4}|x\d{2,4}|\d{2,4}(?:w|px)|[1-4]x|scaled|rotated|large|medium|small|grande|thumb|thumbnail|full|original|cropped))$/
const GENERIC =
  /^(?:[\d_x-]{1,9}|image|img|photo|picture|main|cover|hero|default|original|large|medium|small|thumb|full)$/

/**
 * The same for all sizes of a picture: the name of its file in lower case without size and ending, with its folder where
 * the name alone says little. Null for an address that names no file.
 */
export function pictureName(address: string): string | null {
  if (address.length > MAX_ADDRESS_CHARS) return null
  const url = URL.parse(address, 'http://relative.invalid/')
  if (url === null) return null
  // Services that resize pictures carry the address of the picture itself.
  const inner = url.searchParams.get('url') ?? url.searchParams.get('src')
  const path = inner === null ? url.pathname : (URL.parse(inner, url)?.pathname ?? url.pathname)
  const parts = percentDecoded(path)
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '')
  const file = withoutSize((parts.pop() ?? '').replace(/\.(?:jpe?g|png|webp|avif|gif|jfif|bmp)$/, ''))
  if (file === '') return null
  if (file.length >= MIN_NAME_CHARS && !GENERIC.test(file)) return file
  const folder = parts.pop()
  return folder === undefined ? null : `${folder}/${file}`
}

function withoutSize(name: string): string {
  let rest = name
  // Two are appended at most: `photo-scaled-640x480`.
  for (let times = 0; times < 2; times += 1) rest = rest.replace(SIZE, '')
  return rest
}
