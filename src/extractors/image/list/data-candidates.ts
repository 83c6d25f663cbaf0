// The pictures that the data of a page names: share previews, icons, preloads, JSON-LD.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { bestOfSet } from '#parsing/page/image-source.ts'
import { readJsonLd } from '#parsing/page/json-ld.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { shortText, imageCandidate, type ImageCandidate, type Source } from './image-candidate.ts'
import { isRecord } from '#kit/unknown-values.ts'

/** In the order of the page, the same address as often as it is named. */
export function* dataCandidates(document: HtmlDocument): Generator<ImageCandidate> {
  yield* metaCandidates(document)
  for (const element of document.all) if (element.name === 'link') yield* linkCandidates(element)
  yield* jsonLdCandidates(document)
}

const OPEN_GRAPH = /^og:image(?::(?:url|secure_url))?$/
const TWITTER = /^twitter:image\d?(?::src)?$/
const ITEMPROP = /^(?:image|thumbnailurl)$/

/** Open Graph gives width, height and alternative text of an image in the properties that follow it. */
function* metaCandidates({ all }: HtmlDocument): Generator<ImageCandidate> {
  let open: { url: string; width: number | null; height: number | null; alt: string | null } | null = null
  const close = function* (): Generator<ImageCandidate> {
    if (open === null) return
    const { url, ...more } = open
    yield imageCandidate(url, ['open_graph'], { ...more, means: 'main' })
  }
  for (const element of all) {
    if (element.name !== 'meta') continue
    const name = (attribute(element, 'property') ?? attribute(element, 'name') ?? '').trim().toLowerCase()
    const content = (attribute(element, 'content') ?? '').trim()
    if (content === '') continue
    if (OPEN_GRAPH.test(name)) {
      if (open !== null && open.url === content) continue
      yield* close()
      open = { url: content, width: null, height: null, alt: null }
    } else if (name === 'og:image:width' && open !== null) open.width = digits(content)
    else if (name === 'og:image:height' && open !== null) open.height = digits(content)
    else if (name === 'og:image:alt' && open !== null) open.alt = shortText(content)
    else if (TWITTER.test(name)) yield imageCandidate(content, ['twitter'], { means: 'main' })
    else if (name === 'msapplication-tileimage') yield imageCandidate(content, ['icon'])
    else if (ITEMPROP.test((attribute(element, 'itemprop') ?? '').trim().toLowerCase()))
      yield imageCandidate(content, ['microdata'], { means: 'main' })
  }
  yield* close()
}

function* linkCandidates(element: HtmlElement): Generator<ImageCandidate> {
  const rel = new Set((attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/))
  const href = attribute(element, 'href')
  const mediaType = attribute(element, 'type')
  const [, width = null, height = null] =
    /^(\d{1,5})x(\d{1,5})(?:\s|$)/i.exec(attribute(element, 'sizes') ?? '') ?? []
  const more = {
    element,
    width: width === null ? null : Number(width),
    height: height === null ? null : Number(height),
    mediaType: mediaType !== null && /^image\//i.test(mediaType) ? mediaType : null,
  }
  const as = (source: Source, means: ImageCandidate['means'] = null): ImageCandidate =>
    imageCandidate(href, [source], { ...more, means })
  if (rel.has('preload') && /^image$/i.test(attribute(element, 'as') ?? '')) {
    const url = bestOfSet(attribute(element, 'imagesrcset') ?? '') ?? href
    if (url !== null) yield imageCandidate(url, ['preload'], { element, means: 'main' })
  }
  if (href === null) return
  if ([...rel].some((word) => /^apple-touch-(?:icon|startup-image)/.test(word))) yield as('apple_touch_icon')
  else if (rel.has('icon') || rel.has('mask-icon') || rel.has('fluid-icon')) yield as('icon')
  else if (rel.has('image_src')) yield as('open_graph', 'main')
}

const PICTURE_KEYS = ['image', 'logo', 'photo', 'thumbnailUrl', 'primaryImageOfPage', 'contentUrl']
/** On pages of these types, the subject is what their image shows. */
const SUBJECTS =
  /(?:Article|Posting|Report|Recipe|Product|WebPage|HowTo|Event|VideoObject|Movie|Book|Place|Hotel|Restaurant)$/
const MAX_PICTURES = 500

function* jsonLdCandidates(document: HtmlDocument): Generator<ImageCandidate> {
  let count = 0
  const { nodes } = readJsonLd(document)
  const subjects = nodes.map(({ types }) => types.find((type) => SUBJECTS.test(type)) ?? null)
  // Several of one type are the items of a list.
  const times = new Map<string | null, number>()
  for (const type of subjects) times.set(type, (times.get(type) ?? 0) + 1)
  for (const [at, { types, value }] of nodes.entries()) {
    const isImage = types.some((type) => type === 'ImageObject')
    const subject = subjects[at] ?? null
    const isSubject = subject !== null && times.get(subject) === 1
    for (const key of PICTURE_KEYS) {
      if (key === 'contentUrl' && !isImage) continue
      let means: ImageCandidate['means'] =
        key === 'logo' ? 'logo' : isSubject || key === 'primaryImageOfPage' ? 'main' : null
      for (const picture of picturesIn(value[key])) {
        count += 1
        if (count > MAX_PICTURES) return
        // The addresses of an image of its own come with its sizes; what names it may be another node.
        const own = key === 'contentUrl' ? value : picture.node
        yield imageCandidate(picture.url, ['json_ld'], {
          caption: shortText(typeof own['caption'] === 'string' ? own['caption'] : null),
          width: digits(own['width']),
          height: digits(own['height']),
          means,
        })
        // The others show more of it.
        if (means === 'main') means = null
      }
    }
  }
}

function* picturesIn(value: unknown): Generator<{ url: string; node: Readonly<Record<string, unknown>> }> {
  if (typeof value === 'string') yield { url: value, node: {} }
  else if (Array.isArray(value))
    for (const item of value.slice(0, 100)) yield* picturesIn(Array.isArray(item) ? null : item)
  else if (isRecord(value)) {
    const url = [value['contentUrl'], value['url']].find((one) => typeof one === 'string')
    if (url !== undefined) yield { url, node: value }
  }
}

/** `1200`, `"1200"`, `"1200px"`, `{value: 1200}`. */
function digits(value: unknown): number | null {
  const given: unknown = typeof value === 'object' && value !== null ? Object(value).value : value
  const match = /^(\d{1,5})(?:\.\d{1,9})?\s*(?:px)?$/i.exec(
    typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '',
  )
  return match === null ? null : Number(match[1])
}
