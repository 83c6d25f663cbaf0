// Makes the answer for a page: its images listed and, if requested, fetched, compared and kept.
import type { Warning } from '#contract/result.ts'
import type { ExtractContext, ExtractPermits } from '#extract/context.ts'
import type { OpenPage } from '#extract/page/load-page.ts'
import { fetchRules } from '#extract/page/load-target.ts'
import { passes, passesAsDeclared, type ChosenImage } from './choose-images.ts'
import { fetchImages, type LookedAt } from './fetch-images.ts'
import type { FoundImages } from './find/find-images.ts'
import { MOST_IMAGE_BYTES } from './limits.ts'
import { judgeImage } from './list/image-role.ts'
import { markDuplicates } from './mark-duplicates.ts'
import type { ImageData, ImageEntry, ImageInput } from './options.ts'
import { saveImage } from './save-image.ts'
import { wantsOf } from './wants.ts'

export interface ListedImages {
  readonly data: ImageData
  readonly warnings: readonly Warning[]
}

/** Between the end of our work and the end that others put to it: time to answer with what there is. */
const ANSWER_MS = 500
/** The share of one color: the rest is compression noise. */
const EVEN_SHARE = 0.98

export async function listImages(
  page: OpenPage,
  found: FoundImages,
  request: ImageInput,
  context: ExtractContext,
  { held }: { readonly held: ExtractPermits },
): Promise<ListedImages> {
  const { mode = 'list' } = request
  const looked = mode === 'list' ? [] : await lookAtAll(page, found.chosen, request, context, held)
  const listed = found.chosen
    .map((one, at): Listed => ({ ...one, looked: looked[at] ?? null }))
    .filter((one) => isListed(one, request))
  const copies = markDuplicates(
    listed.map(({ looked: one }) => (one !== null && 'image' in one ? one.image : null)),
  )
  const images = listed.map((one, at) => entryOf(one, mode, copies[at] ?? null))
  const data: ImageData = {
    mode,
    url: page.url,
    images,
    counts: {
      found: found.found,
      filtered: found.filtered + found.chosen.length - listed.length,
      cut: found.cut,
      listed: images.length,
      fetched: listed.filter(({ looked: one }) => one !== null && 'image' in one).length,
      failed: images.filter(({ error }) => error !== undefined).length,
      duplicates: images.filter(({ duplicateOf = null }) => duplicateOf !== null).length,
    },
  }
  return { data, warnings: warningsOf(data, found) }
}

interface Listed extends ChosenImage {
  /** Null for an image that was not to be fetched. */
  readonly looked: LookedAt | null
}

/** An image that could not be inspected stays in the list, with its error. */
function isListed({ image, looked }: Listed, request: ImageInput): boolean {
  if (looked === null) return passesAsDeclared(image, request)
  return 'error' in looked || passes(looked.image.facts, request)
}

/** Counters of visits are not fetched: that would be a visit. */
async function lookAtAll(
  page: OpenPage,
  chosen: readonly ChosenImage[],
  request: ImageInput,
  context: ExtractContext,
  held: ExtractPermits,
): Promise<(LookedAt | null)[]> {
  const untilDeadlineMs = context.deadlineAt === null ? Infinity : context.deadlineAt.getTime() - Date.now()
  const wanted = chosen.filter(({ judged }) => judged.role !== 'tracking')
  const results = await fetchImages(
    wanted.map(({ image }) => image),
    context,
    {
      pageUrl: page.url,
      headers: page.headers,
      rules: fetchRules(
        { ...request, maxResponseBytes: request.maxResponseBytes ?? MOST_IMAGE_BYTES },
        { maxBytes: MOST_IMAGE_BYTES },
      ),
      endsAtMs: Math.min(page.endsAtMs, performance.now() + untilDeadlineMs - ANSWER_MS),
      wants: wantsOf(request, false),
      held,
      save: (url, image) =>
        passes(image.facts, request) ? saveImage(url, image, context) : Promise.resolve(null),
    },
  )
  const byImage = new Map(wanted.map((one, at) => [one, results[at] ?? null]))
  return chosen.map((one) => byImage.get(one) ?? null)
}

function entryOf(
  { image, evidence, judged, looked }: Listed,
  mode: ImageData['mode'],
  duplicateOf: number | null,
): ImageEntry {
  const inspected = looked !== null && 'image' in looked ? looked.image : null
  const { inline } = image
  const again =
    inspected === null
      ? judged
      : judgeImage(evidence, {
          width: inspected.facts.width,
          height: inspected.facts.height,
          even: (inspected.looks?.palette[0]?.share ?? 0) >= EVEN_SHARE,
        })
  return {
    url: image.url,
    inline: inline?.kind ?? null,
    foundIn: [...image.foundIn],
    alt: image.alt,
    caption: image.caption,
    declared: { width: image.width, height: image.height, mediaType: image.mediaType },
    role: again.role,
    score: again.score,
    ...(inline !== null && inline.problem === null
      ? { bytes: inline.bytes.length, sha256: inline.sha256 }
      : {}),
    ...(inline !== null && inline.problem !== null && mode === 'list'
      ? { error: errorOf(inline.problem) }
      : {}),
    ...inspected?.facts,
    ...(inspected === null ? {} : { duplicateOf }),
    ...(looked !== null && 'artifactId' in looked && mode === 'download'
      ? { artifactId: looked.artifactId }
      : {}),
    ...(looked !== null && 'error' in looked ? { error: errorOf(looked.error) } : {}),
  }
}

const errorOf = ({ code, message }: { readonly code: string; readonly message: string }) => ({
  code,
  detail: message,
})

function warningsOf({ images, counts }: ImageData, { cut, truncated }: FoundImages): Warning[] {
  const warnings: Warning[] = []
  if (cut > 0) {
    warnings.push({
      code: 'images_cut',
      detail: `The ${counts.listed} best of ${counts.listed + cut} images; \`maxImages\` may be up to 2000.`,
      pointer: '/images',
    })
  }
  if (truncated)
    warnings.push({
      code: 'images_truncated',
      detail: 'The page has more images than are looked for.',
      pointer: '/images',
    })
  const late = images.filter(({ error }) => error?.code === 'extract_timeout').length
  if (late > 0) {
    warnings.push({
      code: 'images_unfinished',
      detail: `The time ended before ${late} images were looked at; \`timeoutMs\` may be up to 300000.`,
      pointer: '/images',
    })
  }
  return warnings
}
