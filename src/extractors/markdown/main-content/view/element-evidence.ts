// The evidence of names about an element: roles, tags, and the common words of class and id.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { hashOfWord, MAX_NAME_CHARS } from './name-words.ts'
import { HEADING_LEVEL, tableByTag } from './tags.ts'

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
  siblings: 64,
  /** The text under or over a picture. */
  caption: 128,
  /** Holds a picture, a gallery, a film. */
  picture: 256,
  /** For screen readers only: a repetition or a hint. */
  assistive: 512,
  /** Footnotes and references: short lines at the end that belong to the text. */
  notes: 1024,
  /** A box in the text, such as a hint or a warning, is content even as an `aside`. */
  box: 2048,
  /** Navigation where it is mostly links; a restaurant has a menu too. */
  menu: 4096,
} as const

const words = (text: string): readonly string[] => text.split(' ')

/** Whole words of a class or id (`post-share-links` has post, share, links). English is what class names are written in. */
const WORD_EVIDENCE: ReadonlyMap<string, number> = new Map([
  ...words(
    'nav navbar navigation breadcrumb breadcrumbs share sharing shares sharebar sharethis addthis addtoany social ' +
      'socials advert adverts advertisement advertising ad ads adsense adslot adunit adbox dfp cookie cookies consent gdpr newsletter ' +
      'newsletters subscribe subscription signup signin login popup modal overlay toolbar skip noprint pagination ' +
      'pager sponsor sponsored paywall regwall',
  ).map((word): [string, number] => [word, EVIDENCE.never]),
  ...words('menu submenu').map((word): [string, number] => [word, EVIDENCE.menu]),
  ...words('comment comments commentlist disqus respond replies discussion').map((word): [string, number] => [
    word,
    EVIDENCE.comments,
  ]),
  ...words(
    'related relateds recommended recommend recommendation recommendations popular trending mostread mostpopular readmore seealso ' +
      'teaser teasers promo promos promotion outbrain taboola recirc recirculation yarpp jp-relatedposts relatedposts similar suggested suggestions prev previous copyright disclaimer legal',
  ).map((word): [string, number] => [word, EVIDENCE.elsewhere]),
  ...words(
    'author authors byline bio dateline timestamp date posted published pubdate meta metadata postmeta tag tags taglist ' +
      'tagcloud category categories keywords topics rating ratings votes views credit credits kicker eyebrow permalink',
  ).map((word): [string, number] => [word, EVIDENCE.about]),
  ...words(
    'sidebar aside rail widget widgets footer banner header masthead topbar sticky promo toc print',
  ).map((word): [string, number] => [word, EVIDENCE.siblings]),
  ...words('photo image img picture figure gallery slideshow carousel media video thumbnail').map(
    (word): [string, number] => [word, EVIDENCE.picture],
  ),
  ...words('footnote footnotes endnote endnotes references reflist sidenote sidenotes bibliography').map(
    (word): [string, number] => [word, EVIDENCE.notes],
  ),
  // Signs beside headings, for who edits a wiki or copies an address.
  ...words('editsection headerlink').map((word): [string, number] => [word, EVIDENCE.assistive]),
  ...words('admonition callout').map((word): [string, number] => [word, EVIDENCE.box]),
  ...words('caption captions figcaption thumbcaption imgcaption imagecaption photocaption').map(
    (word): [string, number] => [word, EVIDENCE.caption],
  ),
])

/** Pairs that the common publishing systems and their themes give the body (`entry-content`, `articleBody`, `post_text`). */
const BODY_FIRST = words('article articles entry post story news blog page content main body rich node field')
const BODY_LAST = words('body content text copy contents')
/** `has-sidebar`, `no-comments`: about the neighbours, not about the element. */
const NEIGHBOUR = words('has with no without hide')
/** `sr-only`, `visually-hidden`, `screen-reader-text`: the second word must follow the first. */
const ASSISTIVE = [words('sr only'), words('visually hidden'), words('screen reader')]

/** Flags of a word in addition to its evidence, in the bits above. */
const IS_NEIGHBOUR = 1 << 13
const IS_BODY_FIRST = 1 << 14
const IS_BODY_LAST = 1 << 15
const IS_BODY = 1 << 16
const IS_ASSISTIVE_FIRST = 1 << 17
const IS_ASSISTIVE_LAST = 1 << 20
const EVIDENCE_BITS = IS_NEIGHBOUR - 1

/** By the hash of the word, which `evidenceOfName` makes while it reads: no string is made of a class's words. */
const WORDS = new Map<number, { readonly length: number; bits: number }>()
const addBits = (word: string, bits: number): void => {
  const hash = hashOfWord(word)
  const known = WORDS.get(hash)
  if (known === undefined) WORDS.set(hash, { length: word.length, bits })
  else known.bits |= bits
}
for (const [word, evidence] of WORD_EVIDENCE) addBits(word, evidence)
for (const word of BODY_FIRST) addBits(word, IS_BODY_FIRST)
for (const word of BODY_LAST) addBits(word, IS_BODY_LAST)
for (const word of NEIGHBOUR) addBits(word, IS_NEIGHBOUR)
addBits('articlebody', IS_BODY)
addBits('commentary', 0)
ASSISTIVE.forEach(([first = '', last = ''], pair) => {
  addBits(first, IS_ASSISTIVE_FIRST << pair)
  addBits(last, IS_ASSISTIVE_LAST << pair)
})

/**
 * Beginnings of words that names run together (`cookiebanner`, `relatedposts`, `commentform`). Only such as next to no
 * other word begins with; `commentary` is the exception.
 */
const STEMS = new Map<number, { readonly length: number; readonly bits: number }>()
/** A bit for each of their lengths; longer words are looked up as a whole. */
let stemLengths = 0
const MAX_STEM_CHARS = 10
for (const stem of words('cookie newsletter breadcrumb advert sponsor comment related recommend sidebar')) {
  const hash = hashOfWord(stem)
  STEMS.set(hash, { length: stem.length, bits: WORDS.get(hash)?.bits ?? 0 })
  stemLengths |= 1 << stem.length
}

/** The evidence that tag, role, microdata, class and id of an element give; `named` is that of its class. */
export function evidenceOf(element: HtmlElement, tag: number, named: number): number {
  const evidence = named | givenEvidence(element, tag)
  if ((evidence & EVIDENCE.box) !== 0) return evidence & ~(EVIDENCE.siblings | EVIDENCE.about)
  // The `header` of a section is its heading, and that of a table its first row.
  return (evidence & EVIDENCE.siblings) !== 0 && (HEADING_LEVEL[tag] !== 0 || isTableHead(element))
    ? evidence & ~EVIDENCE.siblings
    : evidence
}

/** `<tr class="header">`, as some converters write it. */
const isTableHead = (element: HtmlElement): boolean =>
  (element.name === 'tr' || element.name === 'th' || element.name === 'thead') &&
  /(?:^|[^a-z])header(?:$|[^a-z])/i.test(attribute(element, 'class') ?? '')

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function givenEvidence(element: HtmlElement, tag: number): number {
  let evidence = TAG_EVIDENCE[tag] as number
  let classes = 0
  const { attributes } = element
  for (let i = 0; i < attributes.length; i += 2) {
    const value = attributes[i + 1] as string
    if (value === '') continue
    switch (attributes[i]) {
      case 'id':
        evidence |= evidenceOfId(element, value)
        break
      case 'class':
        // The first is read once for all elements that share it; browsers ignore a second one, whose words say as much.
        classes += 1
        if (classes > 1) evidence |= evidenceOfName(value)
        break
      case 'data-component':
      case 'data-testid':
        evidence |= evidenceOfName(value)
        break
      case 'role':
        evidence |= ROLE_EVIDENCE.get(value) ?? 0
        break
      case 'itemprop':
        evidence |= ITEMPROP_EVIDENCE.get(value) ?? 0
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

/**
 * Publishing systems make the id of a section from its heading: `<section id="login"><h2>Login</h2>` is about logging in
 * and not a form for it. Other people's words and other pages have such headings as well, so these ids count.
 */
function evidenceOfId(element: HtmlElement, id: string): number {
  if (HEADINGS.has(element.name) || element.name === 'dt') return 0
  const evidence = evidenceOfName(id)
  if ((evidence & SLUG_UNCERTAIN) === 0) return evidence
  const heading = element.children.find((child) => child.kind === 'element' && HEADINGS.has(child.name))
  return heading !== undefined && slugOf(lineText(heading, 300)) === slugOf(id)
    ? evidence & ~SLUG_UNCERTAIN
    : evidence
}

const SLUG_UNCERTAIN = EVIDENCE.never | EVIDENCE.about | EVIDENCE.siblings
const slugOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join('-')

const TAG_EVIDENCE = tableByTag(
  Object.entries({
    article: EVIDENCE.content,
    main: EVIDENCE.content,
    nav: EVIDENCE.never,
    menu: EVIDENCE.never,
    footer: EVIDENCE.siblings,
    aside: EVIDENCE.siblings,
    header: EVIDENCE.siblings,
    address: EVIDENCE.about,
    time: EVIDENCE.about,
    figcaption: EVIDENCE.caption,
    figure: EVIDENCE.picture,
  }),
)

const ROLE_EVIDENCE: ReadonlyMap<string, number> = new Map(
  Object.entries({
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
    note: EVIDENCE.box,
    contentinfo: EVIDENCE.siblings,
    complementary: EVIDENCE.siblings,
    banner: EVIDENCE.siblings,
  }),
)

const ITEMPROP_EVIDENCE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    articleBody: EVIDENCE.body,
    reviewBody: EVIDENCE.body,
    comment: EVIDENCE.comments,
    author: EVIDENCE.about,
    datePublished: EVIDENCE.about,
    dateModified: EVIDENCE.about,
    keywords: EVIDENCE.about,
    caption: EVIDENCE.caption,
  }),
)

/** Of a class or an id. Words are runs of letters; a capital behind a small letter starts a new one. */
export function evidenceOfName(value: string): number {
  const end = Math.min(value.length, MAX_NAME_CHARS)
  let evidence = 0
  let before = 0
  let hash = 0
  let length = 0
  let stem = 0
  let small = false
  for (let i = 0; i <= end; i += 1) {
    const code = i < end ? value.charCodeAt(i) : 0
    const isSmall = code >= 0x61 && code <= 0x7a
    const isCapital = code >= 0x41 && code <= 0x5a
    if (length > 0 && (!(isSmall || isCapital) || (isCapital && small))) {
      const word = WORDS.get(hash)
      const bits = word !== undefined && word.length === length ? word.bits : stem
      if ((before & IS_NEIGHBOUR) === 0) evidence |= bits & EVIDENCE_BITS
      if ((bits & IS_BODY) !== 0 || ((bits & IS_BODY_LAST) !== 0 && (before & IS_BODY_FIRST) !== 0))
        evidence |= EVIDENCE.body
      if ((bits & (before << 3) & (7 * IS_ASSISTIVE_LAST)) !== 0) evidence |= EVIDENCE.assistive
      before = bits
      hash = 0
      length = 0
      stem = 0
    }
    if (isSmall || isCapital) {
      hash = (Math.imul(hash, 31) + (code | 0x20)) | 0
      length += 1
      if (length <= MAX_STEM_CHARS && ((stemLengths >> length) & 1) === 1) {
        const found = STEMS.get(hash)
        if (found !== undefined && found.length === length) stem = found.bits
      }
    }
    small = isSmall
  }
  return evidence
}
