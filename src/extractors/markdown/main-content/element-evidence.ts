// What names say about an element: roles, tags, and the words of class and id that designers all over the web share.
import type { HtmlElement } from '#extract/html/html-node.ts'

/** Bits of evidence; several may hold. */
export const EVIDENCE = {
  /** The body of the article by structured data or by the class that the big publishing systems give it. */
  body: 1,
  /** An article, a main part. */
  content: 2,
  /** Never part of the content, whatever it holds: navigation, forms, sharing, advertisements, consent. */
  never: 4,
  /** Other people's words below the content. */
  comments: 8,
  /** Other pages: related, popular, more from. */
  elsewhere: 16,
  /** About the content rather than part of it: author, date, tags, counters. */
  about: 32,
  /** Often beside the content; alone it proves little. */
  beside: 64,
  /** The text under or over a picture. */
  caption: 128,
  /** Holds a picture, a gallery, a film. */
  picture: 256,
  /** For screen readers only: a repetition or a hint. */
  assistive: 512,
  /** Footnotes and references: short lines at the end that belong to the text. */
  notes: 1024,
} as const

const words = (text: string): readonly string[] => text.split(' ')

/** Whole words of a class or id (`post-share-links` has post, share, links). English is what class names are written in. */
const WORD_EVIDENCE: ReadonlyMap<string, number> = new Map([
  ...words(
    'nav navbar navigation menu submenu breadcrumb breadcrumbs share sharing shares sharebar sharethis addthis addtoany social ' +
      'socials advert adverts advertisement advertising ad ads adsense adslot adunit adbox dfp cookie cookies consent gdpr newsletter ' +
      'newsletters subscribe subscription signup signin login popup modal overlay toolbar skip noprint pagination ' +
      'pager sponsor sponsored paywall regwall',
  ).map((word): [string, number] => [word, EVIDENCE.never]),
  ...words('comment comments commentlist disqus respond replies discussion').map((word): [string, number] => [
    word,
    EVIDENCE.comments,
  ]),
  ...words(
    'related relateds recommended recommend recommendation recommendations popular trending mostread mostpopular readmore seealso ' +
      'teaser teasers promo promos promotion outbrain taboola recirc recirculation yarpp jp-relatedposts relatedposts similar suggested suggestions prev previous',
  ).map((word): [string, number] => [word, EVIDENCE.elsewhere]),
  ...words(
    'author authors byline bio dateline timestamp date time posted published pubdate meta metadata postmeta tag tags taglist ' +
      'tagcloud category categories keywords topics rating ratings votes views credit credits copyright disclaimer legal kicker eyebrow permalink',
  ).map((word): [string, number] => [word, EVIDENCE.about]),
  ...words(
    'sidebar aside rail widget widgets footer banner header masthead topbar sticky promo toc print',
  ).map((word): [string, number] => [word, EVIDENCE.beside]),
  ...words('photo image img picture figure gallery slideshow carousel media video thumbnail').map(
    (word): [string, number] => [word, EVIDENCE.picture],
  ),
  ...words('footnote footnotes endnote endnotes references reflist sidenote sidenotes bibliography').map(
    (word): [string, number] => [word, EVIDENCE.notes],
  ),
  ...words('caption captions figcaption').map((word): [string, number] => [word, EVIDENCE.caption]),
])

/** Pairs that the common publishing systems and their themes give the body (`entry-content`, `articleBody`, `post_text`). */
const BODY_FIRST = new Set(
  words('article articles entry post story news blog page content main body rich node field'),
)
const BODY_LAST = new Set(words('body content text copy contents'))

const NEIGHBOUR = new Set(words('has with no without hide'))

const cache = new Map<string, number>()
/** Names repeat within a site, so a small cache saves most of the work; it starts anew when full. */
const MOST_CACHED = 5_000
const MOST_NAME_CHARS = 300

/** The evidence that tag, role, microdata, class and id give. */
export function evidenceOf(element: HtmlElement): number {
  let evidence = TAG_EVIDENCE[element.name] ?? 0
  const { attributes } = element
  for (let i = 0; i < attributes.length; i += 2) {
    const value = attributes[i + 1] as string
    if (value === '') continue
    switch (attributes[i]) {
      case 'class':
      case 'id':
      case 'data-component':
      case 'data-testid':
        evidence |= evidenceOfName(value)
        break
      case 'role':
        evidence |= ROLE_EVIDENCE[value] ?? 0
        break
      case 'itemprop':
        evidence |= ITEMPROP_EVIDENCE[value] ?? 0
        break
      case 'rel':
        if (value === 'tag' || value === 'author') evidence |= EVIDENCE.about
        break
      case 'aria-label':
        if (/^(advert|breadcrumb)/i.test(value)) evidence |= EVIDENCE.never
        break
      default:
    }
  }
  return evidence
}

const TAG_EVIDENCE: Readonly<Record<string, number>> = {
  article: EVIDENCE.content,
  main: EVIDENCE.content,
  nav: EVIDENCE.never,
  menu: EVIDENCE.never,
  footer: EVIDENCE.beside,
  aside: EVIDENCE.beside,
  header: EVIDENCE.beside,
  address: EVIDENCE.about,
  time: EVIDENCE.about,
  figcaption: EVIDENCE.caption,
  figure: EVIDENCE.picture,
}

const ROLE_EVIDENCE: Readonly<Record<string, number>> = {
  article: EVIDENCE.content,
  main: EVIDENCE.content,
  navigation: EVIDENCE.never,
  menu: EVIDENCE.never,
  menubar: EVIDENCE.never,
  search: EVIDENCE.never,
  dialog: EVIDENCE.never,
  alert: EVIDENCE.never,
  alertdialog: EVIDENCE.never,
  toolbar: EVIDENCE.never,
  button: EVIDENCE.never,
  contentinfo: EVIDENCE.beside,
  complementary: EVIDENCE.beside,
  banner: EVIDENCE.beside,
}

const ITEMPROP_EVIDENCE: Readonly<Record<string, number>> = {
  articleBody: EVIDENCE.body,
  reviewBody: EVIDENCE.body,
  comment: EVIDENCE.comments,
  author: EVIDENCE.about,
  datePublished: EVIDENCE.about,
  dateModified: EVIDENCE.about,
  keywords: EVIDENCE.about,
  caption: EVIDENCE.caption,
}

function evidenceOfName(given: string): number {
  const value = given.length > MOST_NAME_CHARS ? given.slice(0, MOST_NAME_CHARS) : given
  const known = cache.get(value)
  if (known !== undefined) return known
  const tokens = value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  let evidence = 0
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i] as string
    // `has-sidebar`, `no-comments`: about the neighbours, not about the element.
    if (i === 0 || !NEIGHBOUR.has(tokens[i - 1] as string)) evidence |= WORD_EVIDENCE.get(token) ?? 0
    if (BODY_LAST.has(token) && i > 0 && BODY_FIRST.has(tokens[i - 1] as string)) evidence |= EVIDENCE.body
    if (token === 'articlebody') evidence |= EVIDENCE.body
    if (token === 'sr' && tokens[i + 1] === 'only') evidence |= EVIDENCE.assistive
    if (token === 'visually' && tokens[i + 1] === 'hidden') evidence |= EVIDENCE.assistive
    if (token === 'screen' && tokens[i + 1] === 'reader') evidence |= EVIDENCE.assistive
  }
  if (cache.size >= MOST_CACHED) cache.clear()
  cache.set(value, evidence)
  return evidence
}
