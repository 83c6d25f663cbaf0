// Splits HTML into tags and texts by the rules of the standard; searches instead of stepping wherever possible.
import { decodeAttribute, decodeText } from './character-references.ts'

/** Called for each piece of a page, in order. */
export interface HtmlSink {
  /** Decoded; white space as in the source. */
  text(text: string): void
  /** `attributes` alternate lower-case names and decoded values; the list belongs to the sink from now on. */
  open(name: string, attributes: string[], selfClosing: boolean): void
  close(name: string): void
  /** Inside a drawing or a formula: it has CDATA, but no text-only elements. */
  inForeign(): boolean
}

/** A start tag with more attributes is an attack or a mistake; the rest are dropped. */
const MAX_ATTRIBUTES = 200

/** Elements whose content is text up to their own end tag. */
const RAW_TEXT = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes'])
/** The same, with references decoded. */
const DECODED_TEXT = new Set(['title', 'textarea'])

/** The most common tags and attributes, found without making a string of each. */
const KNOWN_NAMES = (
  'a abbr address article aside b blockquote body br button center cite code col colgroup dd del div dl dt em ' +
  'fieldset figcaption figure font footer form g h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins label ' +
  'legend li link main meta nav noscript ol optgroup option p path picture pre q s script section select small ' +
  'source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title ' +
  'tr tt u ul use video ' +
  'align alt aria-controls aria-expanded aria-hidden aria-label aria-labelledby async border cellpadding ' +
  'cellspacing charset class colspan content crossorigin d data-id data-src data-srcset datetime decoding dir fill ' +
  'for height href hreflang id itemprop itemscope itemtype lang loading media name onclick placeholder property ' +
  'rel role rowspan sizes src srcset stroke tabindex target title type valign value viewbox width'
).split(' ')
const TABLE_SIZE = 2_048
const OTHERS_SIZE = 256
const NAMES: (string | undefined)[] = Array.from({ length: TABLE_SIZE })
// The keys of an object are the very strings that literals in code are: comparing those is comparing two addresses.
for (const name of Object.keys(Object.fromEntries(KNOWN_NAMES.map((known) => [known, true]))))
  NAMES[slotOf(name, 0, name.length)] ??= name

const NONE: string[] = []

/** One pass over `html`, linear in its length for any content. Never throws by itself. */
export function tokenizeHtml(html: string, sink: HtmlSink): void {
  const length = html.length
  /** The next ampersand at or after the last position asked for. */
  let amp = -1
  const hasAmp = (from: number, to: number): boolean => {
    if (amp < from) {
      amp = html.indexOf('&', from)
      if (amp < 0) amp = length
    }
    return amp < to
  }
  /** Other names of this page by their slot: most come again, and are written in small letters once. */
  const others: (string | undefined)[] = Array.from({ length: OTHERS_SIZE })
  /** The name in lower case. */
  const nameOf = (start: number, end: number): string => {
    const slot = slotOf(html, start, end)
    const known = NAMES[slot] ?? others[slot % OTHERS_SIZE]
    if (known !== undefined && known.length === end - start && html.startsWith(known, start)) return known
    const name = html.slice(start, end).toLowerCase()
    others[slot % OTHERS_SIZE] = name
    return name
  }
  /** Where the `noscript` ends that was read last. */
  let noscriptEnd = -1
  const textOf = (from: number, to: number): void => {
    if (from < to) sink.text(hasAmp(from, to) ? decodeText(html.slice(from, to)) : html.slice(from, to))
  }
  /** The position after the next `>`, or the end. */
  const behindTag = (from: number): number => {
    const end = html.indexOf('>', from)
    return end < 0 ? length : end + 1
  }

  /** Where pending text begins: a `<` that starts no tag is part of it. */
  let textFrom = 0
  let at = html.indexOf('<')
  while (at >= 0) {
    const code = html.charCodeAt(at + 1)
    if (isLetter(code)) {
      textOf(textFrom, at)
      at = textFrom = readStartTag(at + 1)
    } else if (code === SLASH && at + 2 < length) {
      textOf(textFrom, at)
      const start = at + 2
      if (isLetter(html.charCodeAt(start))) {
        const end = endOfName(html, start)
        at = textFrom = behindTag(end)
        // A tag that is cut off by the end of the page does not count.
        if (html.charCodeAt(at - 1) === GT) sink.close(nameOf(start, end))
      } else at = textFrom = behindTag(start)
    } else if (code === BANG) {
      textOf(textFrom, at)
      at = textFrom = readDeclaration(at + 2)
    } else if (code === QUESTION) {
      textOf(textFrom, at)
      at = textFrom = behindTag(at + 2)
    } else at += 1
    at = at >= length ? -1 : html.indexOf('<', at)
  }
  textOf(textFrom, length)

  /** Reads from the name on; answers where the text after the tag, or after the text of the element, begins. */
  function readStartTag(start: number): number {
    let pos = endOfName(html, start)
    const name = nameOf(start, pos)
    let attributes = NONE
    let selfClosing = false
    for (;;) {
      let char = html.charCodeAt(pos)
      while (isSpace(char) || char === SLASH) {
        selfClosing = char === SLASH
        pos += 1
        char = html.charCodeAt(pos)
      }
      // A tag that is cut off by the end of the page does not count.
      if (pos >= length) return length
      if (char === GT) break
      selfClosing = false
      const nameStart = pos
      // An equals sign at the start is part of the name.
      pos += 1
      while (pos < length && !endsAttributeName(html.charCodeAt(pos))) pos += 1
      const attributeName = nameOf(nameStart, pos)
      let next = pos
      while (isSpace(html.charCodeAt(next))) next += 1
      let value = ''
      if (html.charCodeAt(next) === EQUALS) {
        next += 1
        while (isSpace(html.charCodeAt(next))) next += 1
        const quote = html.charCodeAt(next)
        let from = next
        if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
          from += 1
          pos = html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", from)
          if (pos < 0) return length
          next = pos + 1
        } else {
          pos = from
          while (pos < length && !endsValue(html.charCodeAt(pos))) pos += 1
          next = pos
        }
        if (pos > from) {
          value = html.slice(from, pos)
          if (hasAmp(from, pos)) value = decodeAttribute(value)
        }
        pos = next
      }
      if (attributes === NONE) attributes = [attributeName, value]
      else if (attributes.length < 2 * MAX_ATTRIBUTES) attributes.push(attributeName, value)
    }
    pos += 1
    const foreign = sink.inForeign()
    sink.open(name, attributes, selfClosing)
    if (foreign) return pos
    if (name === 'plaintext') {
      if (pos < length) sink.text(html.slice(pos))
      return length
    }
    if (name === 'noscript' && noscriptEnd < pos) noscriptEnd = endOfNoscript(pos)
    const decoded = DECODED_TEXT.has(name)
    if (!decoded && !RAW_TEXT.has(name)) return pos
    // Pages end an `iframe` in a `noscript` by a slash alone: browsers that run scripts read it as text up to here.
    const end = endOfText(name, pos, pos <= noscriptEnd ? noscriptEnd : length)
    if (decoded) textOf(pos, end)
    else if (end > pos) sink.text(html.slice(pos, end))
    return end
  }

  /** Where `</noscript` begins, or the end. */
  function endOfNoscript(from: number): number {
    const mark = /<\/noscript/gi
    mark.lastIndex = from
    return mark.exec(html)?.index ?? length
  }

  /** Where `</name` begins, or `to`. */
  function endOfText(name: string, from: number, to: number): number {
    for (let pos = html.indexOf('</', from); pos >= 0 && pos < to; pos = html.indexOf('</', pos + 2)) {
      const end = pos + 2 + name.length
      if (
        endsName(html.charCodeAt(end)) &&
        (html.startsWith(name, pos + 2) || html.slice(pos + 2, end).toLowerCase() === name)
      )
        return name === 'script' && html.slice(from, pos).includes('<!--') ? endOfScript(from, to) : pos
    }
    return to
  }

  /**
   * Where `</script` begins that ends a script with `<!--` in it: after that, a `<script` hides the next end tag, until
   * `-->` ends both.
   */
  function endOfScript(from: number, to: number): number {
    const marks = /<!--|-->|<(\/?)script(?=[\t\n\f\r />])/gi
    marks.lastIndex = from
    let commented = false
    let hidden = false
    for (let mark = marks.exec(html); mark !== null && mark.index < to; mark = marks.exec(html)) {
      const [found, slash] = mark
      if (found === '-->') commented = hidden = false
      else if (found === '<!--') {
        commented = true
        // `<!-->` is over at once.
        marks.lastIndex -= 2
      } else if (slash === '') hidden = commented
      else if (hidden) hidden = false
      else return mark.index
    }
    return to
  }

  /** Reads after `<!`: a comment, CDATA of a drawing, or something to skip. */
  function readDeclaration(from: number): number {
    if (html.startsWith('[CDATA[', from) && sink.inForeign()) {
      const end = html.indexOf(']]>', from + 7)
      const text = html.slice(from + 7, end < 0 ? length : end)
      if (text !== '') sink.text(text)
      return end < 0 ? length : end + 3
    }
    if (!html.startsWith('--', from)) return behindTag(from)
    let pos = from + 2
    if (html.charCodeAt(pos) === GT) return pos + 1
    if (html.startsWith('->', pos)) return pos + 2
    for (pos = html.indexOf('--', pos); pos >= 0; pos = html.indexOf('--', pos)) {
      pos += 2
      while (html.charCodeAt(pos) === DASH) pos += 1
      if (html.charCodeAt(pos) === GT) return pos + 1
      if (html.startsWith('!>', pos)) return pos + 2
    }
    return length
  }
}

const BANG = 0x21
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const DASH = 0x2d
const SLASH = 0x2f
const EQUALS = 0x3d
const GT = 0x3e
const QUESTION = 0x3f

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c
const endsName = (code: number): boolean => code === GT || code === SLASH || isSpace(code)
const endsAttributeName = (code: number): boolean => code === EQUALS || endsName(code)
const endsValue = (code: number): boolean => code === GT || isSpace(code)

function endOfName(html: string, from: number): number {
  let end = from
  while (end < html.length && !endsName(html.charCodeAt(end))) end += 1
  return end
}

function slotOf(text: string, start: number, end: number): number {
  const size = end - start
  const middle = text.charCodeAt(start + (size >> 1))
  return (text.charCodeAt(start) * 131 + middle * 31 + text.charCodeAt(end - 1) * 7 + size * 61) % TABLE_SIZE
}
