// Puts the pictures and drawn tables of a page between its texts, each with the caption that belongs to it.
import type {
  Block,
  PictureBlock,
  PictureImage,
  TableBlock,
  TextBlock,
} from '#parsing/documents/model/document-blocks.ts'
import type { Box } from './engine/box.ts'
import type { PageContent } from './page/page-content.ts'
import { unionOf } from './page/text-pieces.ts'

export interface Figure {
  readonly box: Box
  readonly block: PictureBlock | TableBlock
}

/** In points: a smaller picture is a rule, a bullet or a corner. */
const MIN_PICTURE = 24
const MAX_PICTURES = 200
/** Of the area of a page. */
const SCAN_SHARE = 0.7
/** How far a caption stands from what it is about. */
const MAX_CAPTION_GAP = 40

export const boxOf = ({ left, bottom, right, top }: Box): Box => ({ left, bottom, right, top })

export const pictureBlock = (box: Box, page: number, image: PictureImage | null): PictureBlock => ({
  kind: 'picture',
  captions: [],
  image,
  place: { page, ...box, origin: 'BOTTOMLEFT' },
})

/** Whether a picture is nearly all of its page, as a scan is. */
export const coversPage = (box: Box, { width, height }: Pick<PageContent, 'width' | 'height'>): boolean =>
  (box.right - box.left) * (box.top - box.bottom) > SCAN_SHARE * width * height

/** The pictures of a page within its bounds; those that touch each other are the parts of one. */
export function picturesOf({ pictures, width, height }: PageContent): Box[] {
  let found: Box[] = []
  for (const picture of pictures) {
    const box = {
      left: Math.max(0, picture.left),
      bottom: Math.max(0, picture.bottom),
      right: Math.min(width, picture.right),
      top: Math.min(height, picture.top),
    }
    const touching = found.filter((other) => overlap(box, other))
    if (touching.length === 0) found.push(box)
    else found = [...found.filter((other) => !touching.includes(other)), unionOf([box, ...touching])]
    if (found.length > MAX_PICTURES) break
  }
  return found.filter((box) => box.right - box.left >= MIN_PICTURE && box.top - box.bottom >= MIN_PICTURE)
}

const overlap = (a: Box, b: Box): boolean =>
  a.left <= b.right + 1 && b.left <= a.right + 1 && a.bottom <= b.top + 1 && b.bottom <= a.top + 1

/** Each figure before the first text that stands below it in its column. */
export function placeFigures(texts: readonly Block[], figures: readonly Figure[]): Block[] {
  const blocks = [...texts]
  for (const { box, block } of figures.toSorted((a, b) => b.box.top - a.box.top)) {
    const caption = captionOf(blocks, box, block.kind)
    if (caption !== null) blocks.splice(blocks.indexOf(caption), 1)
    const below = blocks.findIndex((other) => {
      const place = placeOf(other)
      return (
        place !== null &&
        place.top <= (box.top + box.bottom) / 2 + 1 &&
        place.left < box.right &&
        place.right > box.left
      )
    })
    const whole = caption === null ? block : { ...block, captions: [caption] }
    blocks.splice(below < 0 ? blocks.length : below, 0, whole)
  }
  return blocks
}

/** The nearest caption above or below: of a table it is above in most documents, of a picture below. */
function captionOf(blocks: readonly Block[], box: Box, kind: Block['kind']): TextBlock | null {
  let best: { caption: TextBlock; gap: number } | null = null
  for (const block of blocks) {
    if (block.kind !== 'text' || block.label !== 'caption' || block.place === undefined) continue
    const { left, right, top, bottom } = block.place
    if (left > box.right || right < box.left) continue
    const [below, above] = [box.bottom - top, bottom - box.top]
    const gap = Math.max(below, above, 0) + (kind === 'table' ? (below > 0 ? 5 : 0) : above > 0 ? 5 : 0)
    if (gap <= MAX_CAPTION_GAP && (best === null || gap < best.gap)) best = { caption: block, gap }
  }
  return best?.caption ?? null
}

function placeOf(block: Block): Box | null {
  if (block.kind === 'list') return block.items[0]?.place ?? null
  return block.kind === 'group' ? null : (block.place ?? null)
}
