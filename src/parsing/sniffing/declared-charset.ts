// The encoding that a page declares in a `meta`: the prescan of the HTML standard (13.2.3.2), over more bytes.

/** The standard reads 1,024 bytes, and browsers start again when a later `meta` says otherwise. */
const PRESCAN_BYTES = 16_384

const SPACE = ' \t\n\f\r'

interface Attribute {
  readonly name: string
  readonly value: string
}

/** The label as written, or null. `isKnown` says whether a label names an encoding; other labels are skipped. */
export function declaredCharset(bytes: Uint8Array, isKnown: (label: string) => boolean): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN_BYTES))
  const text = head.toString('latin1')
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) at = after(text, '-->', at + 2)
    else if (/[a-z]/i.test(text[at + 1] === '/' ? (text[at + 2] ?? '') : (text[at + 1] ?? ''))) {
      const name = readTagName(text, at + 1)
      const { attributes, end } = readAttributes(text, name.end)
      const label = name.text === 'meta' ? labelOf(attributes, isKnown) : null
      // A truncated tag is ignored.
      if (label !== null && end <= text.length) return label
      at = end
    } else if ('!/?'.includes(text[at + 1] ?? ' ')) at = after(text, '>', at + 1)
    else at += 1
  }
  return null
}

/** The position after the next `mark`, or the end. */
function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found + mark.length
}

function readTagName(text: string, from: number): { text: string; end: number } {
  let end = from
  while (end < text.length && !SPACE.includes(text.charAt(end)) && text[end] !== '>' && text[end] !== '/')
    end += 1
  // The slash of an end tag does not end its name.
  if (end === from) return readTagName(text, from + 1)
  return { text: text.slice(from, end).toLowerCase(), end }
}

/** Reads to the end of the tag; when the text ends first, `end` lies behind it. */
function readAttributes(text: string, from: number): { attributes: Attribute[]; end: number } {
  const attributes: Attribute[] = []
  let at = from
  while (at < text.length) {
    const char = text.charAt(at)
    if (char === '>') return { attributes, end: at + 1 }
    if (SPACE.includes(char) || char === '/') at += 1
    else {
      const { attribute, end } = readAttribute(text, at)
      attributes.push(attribute)
      at = end
    }
  }
  return { attributes, end: text.length + 1 }
}

function readAttribute(text: string, from: number): { attribute: Attribute; end: number } {
  let at = from
  while (at < text.length && !`${SPACE}/>`.includes(text.charAt(at)) && (text[at] !== '=' || at === from))
    at += 1
  const name = text.slice(from, at).toLowerCase()
  at = skipSpace(text, at)
  if (text[at] !== '=') return { attribute: { name, value: '' }, end: at }
  at = skipSpace(text, at + 1)
  const quote = text.charAt(at)
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1)
    const end = close === -1 ? text.length : close
    return { attribute: { name, value: text.slice(at + 1, end) }, end: end + 1 }
  }
  const begin = at
  while (at < text.length && !SPACE.includes(text.charAt(at)) && text[at] !== '>') at += 1
  return { attribute: { name, value: text.slice(begin, at) }, end: at }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && SPACE.includes(text.charAt(at))) at += 1
  return at
}

/** `charset` counts by itself, `content` only with `http-equiv="content-type"`; of duplicate names the first counts. */
function labelOf(attributes: readonly Attribute[], isKnown: (label: string) => boolean): string | null {
  const valueOf = (wanted: string): string | undefined =>
    attributes.find(({ name }) => name === wanted)?.value
  const isPragma = valueOf('http-equiv')?.toLowerCase() === 'content-type'
  const label = valueOf('charset') ?? (isPragma ? labelInContent(valueOf('content') ?? '') : null)
  return label !== null && isKnown(label) ? label : null
}

/** The label in `text/html; charset=…`. */
function labelInContent(content: string): string | null {
  const lower = content.toLowerCase()
  for (let at = lower.indexOf('charset'); at >= 0;) {
    const sign = skipSpace(content, at + 'charset'.length)
    if (content[sign] !== '=') {
      at = lower.indexOf('charset', sign)
      continue
    }
    const begin = skipSpace(content, sign + 1)
    const quote = content[begin] ?? ''
    if (quote === '"' || quote === "'") {
      const close = content.indexOf(quote, begin + 1)
      return close === -1 ? null : content.slice(begin + 1, close)
    }
    return /^[^\s;]+/.exec(content.slice(begin))?.[0] ?? null
  }
  return null
}
