// Makes the answer for a page: its images listed and, if requested, fetched, compared and kept.
import type { Warning } from '#contract/crawl/result.ts'
import type { ExtractContext, ExtractLimiter } from '#extract/context.ts'
import type { OpenPage } from '#extract/page/load-page.ts'
import { fetchRules } from '#extract/page/load-target.ts'
import { systemClock } from '#kit/time/clock.ts'
import { passes, passesAsDeclared, type ChosenImage } from '#extractors/image/find/choose-images.ts'
import { fetchImages, type FetchedImage } from './fetch-images.ts'
import type { FoundImages } from '#extractors/image/find/find-images.ts'
import { MAX_IMAGE_BYTES } from '#extractors/image/request/limits.ts'
import { classifyImage } from '#extractors/image/list/image-role.ts'
import { markDuplicates } from '#extractors/image/inspect/mark-duplicates.ts'
import type { ImageData, ImageEntry, ImageInput } from '#extractors/image/request/options.ts'
import { saveImage } from './save-image.ts'
import { wantsOf } from '#extractors/image/inspect/inspect-image.ts'

/** The answer for a page. */
export interface ListedImages {
  readonly data: ImageData
  readonly warnings: readonly Warning[]
}

/** Between the end of our work and the end that others put to it: time to answer with what there is. */
const ANSWER_MS = 500
/** The share of one color: the rest is compression noise. */
const EVEN_SHARE = 0.98

/** Images that cannot be fetched stay in the list, with their error. */
export async function listImages(
  page: OpenPage,
  found: FoundImages,
  request: ImageInput,
  context: ExtractContext,
  limiter: ExtractLimiter,
): Promise<ListedImages> {
  const { mode = 'list' } = request
  const fetched = mode === 'list' ? [] : await fetchAll(page, found.chosen, request, context, limiter)
  const listed = found.chosen
    .map((one, at): Listed => ({ ...one, fetched: fetched[at] ?? null }))
    .filter((one) => isListed(one, request))
  const copies = markDuplicates(
    listed.map(({ fetched: one }) => (one !== null && 'image' in one ? one.image : null)),
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
      fetched: listed.filter(({ fetched: one }) => one !== null && 'image' in one).length,
      failed: images.filter(({ error }) => error !== undefined).length,
      duplicates: images.filter(({ duplicateOf = null }) => duplicateOf !== null).length,
    },
  }
  return { data, warnings: warningsOf(data, found) }
}

interface Listed extends ChosenImage {
  /** Null for an image that was not to be fetched. */
  readonly fetched: FetchedImage | null
}

/** An image that could not be inspected stays in the list, with its error. */
function isListed({ image, fetched }: Listed, request: ImageInput): boolean {
  if (fetched === null) return passesAsDeclared(image, request)
  return 'error' in fetched || passes(fetched.image.facts, request)
}

/** Counters of visits are not fetched: that would be a visit. */
async function fetchAll(
  page: OpenPage,
  chosen: readonly ChosenImage[],
  request: ImageInput,
  context: ExtractContext,
  limiter: ExtractLimiter,
): Promise<(FetchedImage | null)[]> {
  const untilDeadlineMs =
    context.deadlineAt === null ? Infinity : context.deadlineAt.getTime() - systemClock.now()
  const wanted = chosen.filter(({ classified }) => classified.role !== 'tracking')
  const results = await fetchImages(
    wanted.map(({ image }) => image),
    context,
    {
      pageUrl: page.url,
      headers: page.headers,
      rules: fetchRules(
        { ...request, maxResponseBytes: request.maxResponseBytes ?? MAX_IMAGE_BYTES },
        { maxBytes: MAX_IMAGE_BYTES },
      ),
      endsAtMs: Math.min(page.endsAtMs, performance.now() + untilDeadlineMs - ANSWER_MS),
      wants: wantsOf(request, false),
      limiter,
      save: (url, image) =>
        passes(image.facts, request) ? saveImage(url, image, context) : Promise.resolve(null),
    },
  )
  const byImage = new Map(wanted.map((one, at) => [one, results[at] ?? null]))
  return chosen.map((one) => byImage.get(one) ?? null)
}

function entryOf(
  { image, evidence, classified, fetched }: Listed,
  mode: ImageData['mode'],
  duplicateOf: number | null,
): ImageEntry {
  const inspected = fetched !== null && 'image' in fetched ? fetched.image : null
  const { inline } = image
  const again =
    inspected === null
      ? classified
      : classifyImage(evidence, {
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
    ...(inline !== null && inline.problem === null ? { bytes: inline.bytes, sha256: inline.sha256 } : {}),
    ...(inline !== null && inline.problem !== null && mode === 'list'
      ? { error: { code: inline.problem.code, detail: inline.problem.detail } }
      : {}),
    ...inspected?.facts,
    ...(inspected === null ? {} : { duplicateOf }),
    ...(fetched !== null && 'artifactId' in fetched && mode === 'download'
      ? { artifactId: fetched.artifactId }
      : {}),
    ...(fetched !== null && 'error' in fetched
      ? { error: { code: fetched.error.code, detail: fetched.error.message } }
      : {}),
  }
}

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
