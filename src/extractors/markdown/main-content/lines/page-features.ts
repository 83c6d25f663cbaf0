// Describes a page as a whole by numbers: its address, what its head declares, and the shares of its parts.
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { tableByTag, tagNumber } from '#extractors/markdown/main-content/view/tags.ts'
import type { PageLines } from './page-lines.ts'

/** What the head of a page says, and where it comes from; all may be unknown. */
export interface PageHints {
  readonly title: string | null
  readonly description: string | null
  readonly url: string | null
  readonly ogType: string | null
  readonly jsonLdTypes: readonly string[]
}

/** Words of an address, grouped by what they announce. English, as most addresses are. */
const ADDRESS_WORDS: readonly RegExp[] = [
  /\b(?:blogs?|news|articles?|story|stories|posts?|press|opinion|magazine|journal|\d{4}\/\d\d)\b/,
  /\b(?:docs?|documentation|reference|api|guides?|manual|help|learn|tutorials?|wiki|kb|support|handbook)\b/,
  /\b(?:forums?|threads?|topics?|viewtopic|showthread|discussions?|community|questions?|t|comments|r)\b/,
  /\b(?:products?|p|dp|item|shop|store|buy|sku|pd)\b/,
  /\b(?:category|categories|collections?|catalog|c|browse|tags?|archive|search|list|listings?|best|top|directory)\b/,
  /\b(?:services?|solutions?|pricing|about|features?|platform|industries|company|contact|consulting|agency)\b/,
  /\d{4,}/,
]
const TYPES: readonly RegExp[] = [
  /Article|BlogPosting|Report/,
  /^Product(?:Group)?$/,
  /ItemList|CollectionPage|SearchResults|OfferCatalog/,
  /DiscussionForum|QAPage|SocialMedia|^Question$/,
  /FAQPage|HowTo|Recipe/,
  /LocalBusiness|Service|Organization|Corporation|ProfessionalService|Dentist|Store/,
  /TechArticle|APIReference|SoftwareSourceCode/,
  /BreadcrumbList/,
  /WebPage/,
  /JobPosting|RealEstate|Event|Course|Hotel|Apartment|Vehicle|Car/,
]
const OG_TYPES = ['article', 'website', 'product', 'video', 'profile']
/** Elements whose number says what a page is made of. */
const COUNTED =
  'h1 h2 h3 li tr pre code article section form input button img a p time blockquote table dl nav'.split(' ')
/** From 1 on. */
const COUNTED_AT = tableByTag(COUNTED.map((name, at) => [name, at + 1]))
const INPUT = tagNumber('input')
const MAIN = tagNumber('main')

export const PAGE_FEATURES: readonly string[] = [
  'page chars',
  'page lines',
  'page linked',
  'page prose',
  'page long lines',
  'page links',
  'page has main',
  'page digits',
  'page signs',
  'path depth',
  'path chars',
  'path words',
  'path query',
  ...ADDRESS_WORDS.map((_, at) => `address ${at}`),
  ...TYPES.map((_, at) => `type ${at}`),
  ...OG_TYPES.map((type) => `og ${type}`),
  'og other',
  ...COUNTED.map((name) => `count ${name}`),
]

/** One row of `PAGE_FEATURES`. */
export function describePage(view: PageView, { orders }: PageLines, hints: PageHints): Float32Array {
  const { texts } = view
  const total = view.text[0] as number
  const counts = new Uint32Array(COUNTED.length)
  let hasMain = 0
  for (let i = 0; i < view.elements; i += 1) {
    const tag = view.tags[i] as number
    if (tag === MAIN && view.shown[i] === 1) hasMain = 1
    const at = COUNTED_AT[tag] as number
    if (at === 0 || (view.shown[i] === 0 && tag !== INPUT)) continue
    counts[at - 1] = (counts[at - 1] as number) + 1
  }
  let long = 0
  let digits = 0
  let signs = 0
  for (const i of orders) {
    if ((view.ownText[i] as number) > 100) long += 1
    digits += texts.digits[i] as number
    signs += texts.signs[i] as number
  }
  const per = 1 / Math.max(1, total)
  const address = hints.url === null ? null : URL.parse(hints.url)
  const path = (address?.pathname ?? '').toLowerCase()
  const parts = path.split('/').filter((part) => part !== '')
  const spoken = `${address?.hostname ?? ''} ${path.replaceAll(/[_.-]/g, ' ')}`
  const types = hints.jsonLdTypes
  const og = hints.ogType?.toLowerCase() ?? null
  return Float32Array.from([
    Math.log2(1 + total),
    Math.log2(1 + orders.length),
    (view.links[0] as number) * per,
    (view.prose[0] as number) * per,
    long / Math.max(1, orders.length),
    Math.log2(1 + (view.anchors[0] as number)),
    hasMain,
    digits * per,
    signs * per,
    address === null ? -1 : parts.length,
    address === null ? -1 : path.length,
    address === null ? -1 : (parts.at(-1) ?? '').split(/[-_]/).length,
    address === null ? -1 : address.search === '' ? 0 : 1,
    ...ADDRESS_WORDS.map((words) => (words.test(spoken) ? 1 : 0)),
    ...TYPES.map((type) => (types.some((name) => type.test(name)) ? 1 : 0)),
    ...OG_TYPES.map((type) => (og !== null && og.startsWith(type) ? 1 : 0)),
    og === null || OG_TYPES.some((type) => og.startsWith(type)) ? 0 : 1,
    ...Array.from(counts, (count) => Math.log2(1 + count)),
  ])
}
