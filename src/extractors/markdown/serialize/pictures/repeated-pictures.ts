// A picture that comes again is left out, unless a sentence needs it: themes repeat pictures for screens and for print.
import { attribute, closest, lineText, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import { imageSource } from '#parsing/page/image-source.ts'

export interface RepeatedPictures {
  /** True when the picture was written before and is not needed here, or is the placeholder of the next one. */
  readonly isRepetition: (picture: HtmlElement, src: string) => boolean
}

/** Elements of running text: a sign or a formula may occur in them as a picture repeatedly. */
const SENTENCES = new Set(['p', 'li', 'dd', 'td', 'th'])

/**
 * Remembers the addresses of the pictures written so far. `all` are the elements of the page, `base` resolves its
 * addresses.
 */
export function repeatedPictures(all: readonly HtmlElement[], base: string | null): RepeatedPictures {
  const placeholders = placeholderPictures(all, base)
  /** The sentence that each address was last written in; null outside of any. */
  const written = new Map<string, HtmlElement | null>()
  /** Each line is read once, however many pictures stand in it. */
  const worded = new Map<HtmlElement, boolean>()
  const hasWords = (line: HtmlElement): boolean => {
    const known = worded.get(line) ?? lineText(line, 200) !== ''
    worded.set(line, known)
    return known
  }
  return {
    isRepetition: (picture, src) => {
      if (placeholders.has(picture)) return true
      const before = written.get(src)
      const line = closest(picture, ({ name }) => SENTENCES.has(name))
      if (before !== undefined && (line === null || line === before || !hasWords(line))) return true
      written.set(src, line)
      return false
    },
  }
}

/** A loader wraps its picture in a few boxes, not in a page. */
const MAX_BOXES = 6

/** The pictures that a script would replace by the content of the next `noscript`. Takes one pass over the page. */
function placeholderPictures(all: readonly HtmlElement[], base: string | null): ReadonlySet<HtmlElement> {
  const boxes = new Set<HtmlElement>()
  for (const { name, parent } of all) if (name === 'noscript' && parent !== null) boxes.add(parent)
  const placeholders = new Set<HtmlElement>()
  for (const box of boxes) {
    let waiting: HtmlElement[] = []
    for (const child of box.children) {
      if (isBlank(child)) continue
      const [name, picture] = child.kind === 'element' ? [child.name, pictureIn(child)] : ['', null]
      if (picture === null) waiting = []
      else if (name !== 'noscript') waiting.push(picture)
      else {
        if (imageSource(picture, base) !== null) {
          // Between the two there may be one without an address, for the script to fill.
          const before = waiting.slice(-2).findLast((one) => imageSource(one, base) !== null)
          if (before !== undefined && isSame(before, picture)) placeholders.add(before)
        }
        waiting = []
      }
    }
  }
  return placeholders
}

const isBlank = (node: HtmlNode): boolean => node.kind === 'text' && !/\S/.test(node.text)

/** The picture that is all an element holds. */
function pictureIn(element: HtmlElement): HtmlElement | null {
  let inner = element
  for (let depth = 0; depth < MAX_BOXES; depth += 1) {
    if (inner.name === 'img') return inner
    const held = inner.children.filter(
      (child) => !isBlank(child) && !(child.kind === 'element' && child.name === 'source'),
    )
    const only = held[0]
    if (held.length !== 1 || only === undefined || only.kind === 'text') return null
    inner = only
  }
  return null
}

/** A picture beside a tracking pixel, or beside another lazy picture, is not its placeholder. */
function isSame(before: HtmlElement, real: HtmlElement): boolean {
  const says = (name: string): boolean => {
    const value = attribute(before, name)
    return value !== null && value.trim() !== '' && value === attribute(real, name)
  }
  return says('alt') || (says('width') && says('height'))
}
