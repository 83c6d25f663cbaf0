// The role of an image on its page, and its importance to a reader, by its position, names and size.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { PageImage } from './page-images.ts'
import {
  type Role,
  ADVERT_WORD,
  AVATAR_WORD,
  COUNTER_WORD,
  DECOR_WORD,
  fileWords,
  FIRMS_WORD,
  HERO_WORD,
  ICON_WORD,
  LOGO_WORD,
  MARK_WORD,
  roleOfAddress,
  SPACER_WORD,
  wordPattern as word,
} from './role-words.ts'
import type { ImageCandidate } from './image-candidate.ts'
import { ownValue } from '#kit/unknown-values.ts'

/** Pixels of the file if it was inspected, otherwise null. */
export interface KnownSize {
  readonly width: number | null
  readonly height: number | null
  /** One even area. */
  readonly even: boolean
}

/** What an image is on its page, and how much it matters there. */
export interface ImageRole {
  readonly role: Role
  /** 0 to 1. */
  readonly score: number
}

const HIDDEN = /(?:^|;)\s{0,9}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)/i
const MAX_HIDING_LEVELS = 4

const COUNTER_PX = 3
const ICON_PX = 64
const LINE_PX = 32
const HERO_PX = 300
const LOGO_PX = 800
/** Of customers, partners and sponsors, one beside the other. */
const FIRM_LOGO_PX = 400
const AVATAR_PX = 200
const MARK_PX = 200
/** The title of an item, and no single word. */
const MIN_CARD_CHARS = 10
/** Wider or higher than this times the other side: a line, a shadow, an edge. */
const THIN = 10
const LARGE_AREA = 200_000
const SMALL_AREA = 10_000

const BASE: Readonly<Record<Role, number>> = {
  hero: 0.8,
  content: 0.6,
  logo: 0.4,
  icon: 0.2,
  decor: 0.15,
  tracking: 0,
}

/** `known` is null for an image that was not inspected. */
export function classifyImage(evidence: Evidence, known: KnownSize | null = null): ImageRole {
  const weighed: Weighed = {
    ...evidence,
    width: known?.width ?? evidence.width,
    height: known?.height ?? evidence.height,
    even: known?.even ?? false,
  }
  const role = roleOf(weighed)
  return { role, score: role === 'tracking' ? 0 : scoreOf(role, weighed) }
}

type Region = 'main' | 'header' | 'nav' | 'footer' | 'aside' | 'none'

/** The evidence about an image without the page, so that it can be classified again when its size is known. */
export interface Evidence extends Pick<PageImage, 'foundIn' | 'alt' | 'isOfMain'> {
  /** The declared width. */
  readonly width: number | null
  readonly height: number | null
  /** Its meaning in the data of the page. */
  readonly means: readonly ImageCandidate['means'][]
  /** Names of the image itself and of its file. */
  readonly own: string
  /** Names of the surrounding elements. */
  readonly around: string
  readonly region: Region
  /** In the link to the start of the site, which wears its logo. */
  readonly inHomeLink: boolean
  readonly silent: boolean
  readonly hidden: boolean
  readonly urgent: boolean
  readonly captioned: boolean
  /** In a link with the title of what it leads to. */
  readonly inCard: boolean
  readonly isPhoto: boolean
  /** What its address says by itself. */
  readonly byAddress: ReturnType<typeof roleOfAddress>
}

type Weighed = Evidence & Pick<KnownSize, 'even'>

/** Pure: reads names, sizes and positions, and fetches nothing. */
export function evidenceOf(image: PageImage): Evidence {
  const placed = image.candidates.filter((seen) => seen.element !== null && seen.element.name !== 'style')
  const elements = placed.flatMap(({ element }) => element ?? [])
  const around = elements.slice(0, 5).map((element) => surroundings(element))
  const region = around
    .map((one) => one.region)
    .toSorted((a, b) => REGIONS.indexOf(a) - REGIONS.indexOf(b))[0]
  return {
    foundIn: image.foundIn,
    alt: image.alt,
    width: image.width ?? image.fileWidth,
    height: image.height,
    means: [...new Set(image.candidates.map((seen) => seen.means))],
    own: [fileWords(image.url), ...elements.slice(0, 5).map((element) => names(element))]
      .join(' ')
      .toLowerCase(),
    around: around
      .map(({ words }) => words)
      .join(' ')
      .toLowerCase(),
    region: region ?? 'none',
    inHomeLink: around.some((one) => one.inHomeLink),
    silent: placed.length > 0 && placed.every((seen) => seen.silent || isPresentation(seen)),
    hidden: elements.length > 0 && elements.every((element) => isHidden(element)),
    urgent: elements.some((element) => /^high$/i.test(attribute(element, 'fetchpriority') ?? '')),
    captioned: image.caption !== null,
    inCard: around.some((one) => one.inCard),
    isOfMain: image.isOfMain,
    isPhoto: image.mediaType === 'image/jpeg',
    byAddress: roleOfAddress(image.url),
  }
}

function roleOf(evidence: Weighed): Role {
  const { foundIn, width, height, own, around, region, means } = evidence
  const has = (...sources: ImageCandidate['sources']): boolean =>
    foundIn.some((source) => sources.includes(source))
  if (isCounter(evidence)) return 'tracking'
  if (evidence.byAddress === 'icon' || evidence.byAddress === 'decor') return evidence.byAddress
  if (has('icon', 'apple_touch_icon') && !has('img', 'open_graph', 'json_ld', 'css')) return 'icon'
  const isSmall = isIconSized(evidence)
  const mayBeLogo = (width ?? 0) <= LOGO_PX
  const inContent = region === 'main' && evidence.captioned
  if (means.includes('logo')) return 'logo'
  if (
    mayBeLogo &&
    !inContent &&
    (LOGO_WORD.test(own) || (!isSmall && LOGO_WORD.test(around) && region !== 'main'))
  )
    return 'logo'
  const mayBeHead = region === 'header' || region === 'nav' || region === 'none'
  if (mayBeLogo && evidence.inHomeLink && mayBeHead) return 'logo'
  const isPlain = !evidence.captioned && !evidence.isPhoto && !means.includes('main')
  if (isPlain && (width ?? 0) <= FIRM_LOGO_PX && (FIRMS_WORD.test(own) || FIRMS_WORD.test(around)))
    return 'logo'
  if ((width ?? 0) <= AVATAR_PX && (AVATAR_WORD.test(own) || AVATAR_WORD.test(around))) return 'decor'
  if (ADVERT_WORD.test(own) || ADVERT_WORD.test(around)) return 'decor'
  if (isPlain && (width ?? 0) <= MARK_PX && MARK_WORD.test(own)) return 'icon'
  if (SPACER_WORD.test(own) && !evidence.captioned) return 'decor'
  if (isSmall || (ICON_WORD.test(own) && (width ?? 0) <= 2 * ICON_PX && region !== 'main')) return 'icon'
  if (isThin(evidence) || evidence.even || (DECOR_WORD.test(own) && !evidence.captioned)) return 'decor'
  const mayBeHero = (width ?? HERO_PX) >= HERO_PX && (height ?? HERO_PX) >= HERO_PX / 3
  const outside = region === 'footer' || region === 'nav' || region === 'aside'
  if (means.includes('main') || evidence.urgent || (evidence.isOfMain && !outside)) return 'hero'
  if (mayBeHero && !outside && (HERO_WORD.test(own) || HERO_WORD.test(around))) return 'hero'
  const isLarge = (width ?? 0) * (height ?? 0) >= LARGE_AREA
  if (has('css') && !has('img') && region !== 'main' && !isLarge) return 'decor'
  if (evidence.silent && !isLarge && !evidence.inCard && (outside || region === 'header' || has('css')))
    return 'decor'
  if (has('inline_svg') && evidence.silent) return 'decor'
  if (evidence.hidden && evidence.alt === null) return 'decor'
  return 'content'
}

/** One pixel by one, or a hidden image whose name says what it is for. */
function isCounter({ foundIn, alt, width, height, own, hidden, byAddress }: Evidence): boolean {
  if (!foundIn.includes('img')) return false
  if (width !== null && height !== null) return Math.max(width, height) <= COUNTER_PX
  if ((width ?? COUNTER_PX + 1) <= 1 || (height ?? COUNTER_PX + 1) <= 1) return true
  const isNamed = COUNTER_WORD.test(own) && (hidden || foundIn.includes('noscript'))
  return alt === null && (isNamed || byAddress === 'tracking')
}

/** By both sides; by one where that is all the page says and it is the height of a line; a drawing in a page by its silence. */
function isIconSized({ foundIn, alt, width, height }: Evidence): boolean {
  if (width !== null && height !== null) return Math.max(width, height) <= ICON_PX
  const side = width ?? height
  if (side !== null) return side <= LINE_PX
  return foundIn.includes('inline_svg') && alt === null
}

const isThin = ({ width, height }: Evidence): boolean =>
  width !== null && height !== null && Math.max(width, height) > THIN * Math.min(width, height)

function scoreOf(role: Role, { alt, width, height, region, captioned, silent }: Evidence): number {
  let score = BASE[role]
  if (region === 'main') score += 0.1
  else if (region === 'footer' || region === 'nav' || region === 'aside') score -= 0.15
  if (captioned) score += 0.1
  if ((alt ?? '').split(' ').length >= 3) score += 0.05
  if (silent) score -= 0.1
  if (width !== null && height !== null) {
    if (width * height >= LARGE_AREA) score += 0.1
    else if (width * height < SMALL_AREA) score -= 0.1
  }
  return Math.round(100 * Math.min(1, Math.max(0.01, score))) / 100
}

const REGIONS: readonly Region[] = ['main', 'header', 'aside', 'nav', 'footer', 'none']
const REGION_OF: Readonly<Record<string, Region>> = {
  main: 'main',
  article: 'main',
  header: 'header',
  nav: 'nav',
  footer: 'footer',
  aside: 'aside',
}
const REGION_OF_ROLE: Readonly<Record<string, Region>> = {
  main: 'main',
  article: 'main',
  banner: 'header',
  navigation: 'nav',
  contentinfo: 'footer',
  complementary: 'aside',
}
const REGION_WORDS: readonly [RegExp, Region][] = [
  [word('footer'), 'footer'],
  [word('sidebar|aside'), 'aside'],
  [word('nav|navbar|navigation|menu'), 'nav'],
  [word('header|masthead|topbar'), 'header'],
]
const NAMED_LEVELS = 3
const MAX_LEVELS = 60

/** One link may hold all pictures of a page. */
const titledLinks = new WeakMap<HtmlElement, boolean>()

function isTitled(link: HtmlElement): boolean {
  const known = titledLinks.get(link) ?? lineText(link, 200).length >= MIN_CARD_CHARS
  titledLinks.set(link, known)
  return known
}

interface Surroundings {
  readonly region: Region
  readonly words: string
  readonly inHomeLink: boolean
  readonly inCard: boolean
}

/** A header inside an article is part of the article: the outermost but `main` is not asked, the innermost that says so wins. */
function surroundings(element: HtmlElement): Surroundings {
  const words: string[] = []
  let region: Region | null = null
  let inHomeLink = false
  let inCard = false
  let at = element.parent
  for (let level = 0; at !== null && level < MAX_LEVELS; level += 1, at = at.parent) {
    const text = names(at)
    if (level < NAMED_LEVELS && at.name !== 'body' && at.name !== 'html') words.push(text)
    if (at.name === 'a' && /^(?:\/|\.\/|https?:\/\/[^/]+\/?)$/i.test(attribute(at, 'href') ?? ''))
      inHomeLink = true
    else if (at.name === 'a' && isTitled(at)) inCard = true
    const here =
      ownValue(REGION_OF_ROLE, attribute(at, 'role') ?? '') ??
      ownValue(REGION_OF, at.name) ??
      (at.name === 'body' || at.name === 'html'
        ? undefined
        : REGION_WORDS.find(([pattern]) => pattern.test(text))?.[1])
    if (here === 'main' && (region === null || region === 'header')) region = 'main'
    else if (here !== undefined) region ??= here
  }
  return { region: region ?? 'none', words: words.join(' '), inHomeLink, inCard }
}

const names = (element: HtmlElement): string =>
  `${(attribute(element, 'class') ?? '').slice(0, 300)} ${(attribute(element, 'id') ?? '').slice(0, 100)}`

const isPresentation = ({ element }: ImageCandidate): boolean =>
  element !== null &&
  (/^(?:presentation|none)$/i.test(attribute(element, 'role') ?? '') ||
    attribute(element, 'aria-hidden') === 'true')

/** By its own attributes and those of the elements next round it. */
function isHidden(element: HtmlElement): boolean {
  let at: HtmlElement | null = element
  for (let level = 0; at !== null && level < MAX_HIDING_LEVELS; level += 1, at = at.parent) {
    if (attribute(at, 'hidden') !== null || HIDDEN.test((attribute(at, 'style') ?? '').slice(0, 5_000)))
      return true
  }
  return false
}
