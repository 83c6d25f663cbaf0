// Finds where text stops being JSON (RFC 8259): V8's own message leaves the place out more often than not.

type Expected = 'value' | 'value or end' | 'key or end' | 'key' | 'comma or end' | 'end of text'

const NUMBER = /-?(?:0|[1-9]\d{0,400})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,10})?/y
const WORDS = ['true', 'false', 'null']

/** The offset of the first character that no JSON could have there; the length of text that ends too early. */
export function findJsonError(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  const afterValue = (): Expected => (open.length === 0 ? 'end of text' : 'comma or end')
  const close = (): void => {
    open.pop()
    at += 1
    expected = afterValue()
  }
  for (;;) {
    at = afterWhiteSpace(text, at)
    const char = text[at]
    if (char === undefined || expected === 'end of text') return at
    const inObject = open.at(-1) === '{'
    if (expected === 'comma or end') {
      if (char === (inObject ? '}' : ']')) close()
      else if (char === ',') {
        expected = inObject ? 'key' : 'value'
        at += 1
      } else return at
    } else if (expected === 'key' || expected === 'key or end') {
      if (char === '}' && expected === 'key or end') {
        close()
        continue
      }
      const end = afterString(text, at)
      if (end.failed) return end.at
      at = afterWhiteSpace(text, end.at)
      if (text[at] !== ':') return at
      at += 1
      expected = 'value'
    } else if (char === '{' || char === '[') {
      open.push(char)
      at += 1
      expected = char === '{' ? 'key or end' : 'value or end'
    } else if (char === ']' && expected === 'value or end') close()
    else {
      const end = char === '"' ? afterString(text, at) : afterScalar(text, at)
      if (end.failed) return end.at
      at = end.at
      expected = afterValue()
    }
  }
}

interface Reached {
  readonly at: number
  readonly failed: boolean
}

function afterWhiteSpace(text: string, start: number): number {
  let at = start
  while (' \t\r\n'.includes(text[at] ?? '\0')) at += 1
  return at
}

function afterScalar(text: string, at: number): Reached {
  const word = WORDS.find((each) => text.startsWith(each, at))
  if (word !== undefined) return { at: at + word.length, failed: false }
  NUMBER.lastIndex = at
  return NUMBER.test(text) ? { at: NUMBER.lastIndex, failed: false } : { at, failed: true }
}

function afterString(text: string, start: number): Reached {
  if (text[start] !== '"') return { at: start, failed: true }
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return { at: at + 1, failed: false }
    if (code < 0x20) return { at, failed: true }
    if (code !== 0x5c) continue
    at += 1
    const escaped = text[at] ?? ''
    if (escaped === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) at += 4
    else if (escaped === '' || !'"\\/bfnrt'.includes(escaped)) return { at, failed: at < text.length }
  }
  return { at: text.length, failed: true }
}
