// Which posts of a thread a part of its Markdown holds: the page and its posts are written apart, and have their order in common.

/** The places of the posts in the list; none for what stands in no post, such as the title and the lines between posts. */
export type PostsOfPart = (part: string) => readonly number[]

/** So long a text says by itself which post it is of; a shorter one may stand anywhere. */
const CLEAR_CHARS = 40
/** A shorter post is not looked for among other text. */
const MIN_POST_CHARS = 12
/** About a second: a page may have any number of parts that are of no post, for which all are looked through. Then no part is of one. */
const MAX_LOOKED_THROUGH = 3_000_000_000

/** To be called with each part of the page, in its order: paragraphs, lists, pieces of these. */
export function postsOfPart(posts: readonly { readonly markdown: string }[]): PostsOfPart {
  const texts = posts.map(({ markdown }) => letters(markdown))
  let current = -1
  /** How much of the current post was there before. */
  let taken = 0
  let leftChars = MAX_LOOKED_THROUGH
  const indexIn = (text: string, part: string, from: number): number => {
    leftChars -= text.length
    return leftChars < 0 ? -1 : text.indexOf(part, from)
  }

  /** The post that the text is of. */
  const postAround = (text: string): number | null => {
    const isClear = text.length >= CLEAR_CHARS
    for (let post = Math.max(0, current); post < texts.length; post += 1) {
      const from = post === current ? taken : 0
      const at = indexIn(texts[post] ?? '', text, from)
      if (at === -1 || (at > from && !isClear)) continue
      current = post
      taken = at + text.length
      return post
    }
    // Some lists begin elsewhere than their page, as with an answer that was chosen; what follows goes on from there.
    const before = isClear ? texts.findIndex((post) => indexIn(post, text, 0) !== -1) : -1
    if (before === -1) return null
    current = before
    taken = (texts[before]?.indexOf(text) ?? 0) + text.length
    return before
  }
  /** The posts that begin in the text, among their heads: a list of answers is one part. */
  const postsInside = (text: string): number[] => {
    const found: number[] = []
    for (let post = current + 1, from = 0; post < texts.length; post += 1) {
      const start = texts[post]?.slice(0, CLEAR_CHARS) ?? ''
      const at = start.length < MIN_POST_CHARS ? -1 : indexIn(text, start, from)
      if (at === -1) continue
      found.push(post)
      from = at + start.length
      current = post
      taken = Math.min(texts[post]?.length ?? 0, text.length - at)
    }
    return found
  }
  return (part) => {
    const text = letters(part)
    if (text === '' || leftChars < 0) return []
    const around = postAround(text)
    return around === null ? postsInside(text) : [around]
  }
}

/** Letters and digits alone, of links those that are shown: the pieces of a fence repeat its head, and marks differ. */
const letters = (markdown: string): string =>
  markdown
    .replace(/^[> ]*(?:```|~~~).*$/gm, '')
    .replace(/\]\([^()\s]*|\]\[[^\][]*/g, ']')
    .replace(/[^\p{L}\p{N}]+/gu, '')
