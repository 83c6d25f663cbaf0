// Reads the words of a short line as hashes, without making a string of each.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'

/** A longer line is a sentence: its words say what it is about, not what it is for. */
const MAX_WORDS = 12
const MAX_CHARS = 150
const NONE = new Int32Array()

/** Lower-case letters and digits of ASCII by code; 0 for what is no part of a word. */
const LOWER = Uint8Array.from({ length: 128 }, (_, code) =>
  /\w/.test(String.fromCharCode(code)) ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0,
)

/** The hashes of the words of a short line, in small letters; none of a long one. */
export function wordsOfLine(element: HtmlElement, view: PageView): Int32Array {
  if ((view.ownText[element.order] as number) > MAX_CHARS) return NONE
  const reader = { count: 0, hash: 0, length: 0 }
  readWords(element, view, reader)
  endWord(reader)
  return reader.count > MAX_WORDS ? NONE : found.slice(0, reader.count)
}

/** The hashes of the first words of a text, in small letters. */
export function wordsOfText(text: string): Int32Array {
  const reader = { count: 0, hash: 0, length: 0 }
  readText(text, reader)
  endWord(reader)
  return found.slice(0, Math.min(reader.count, MAX_WORDS))
}

/** The words of the line that is being read. */
const found = new Int32Array(MAX_WORDS)

interface WordReader {
  count: number
  /** Of the word that has begun, and how long it is so far. */
  hash: number
  length: number
}

function readWords({ children }: HtmlElement, view: PageView, reader: WordReader): void {
  for (let at = 0; at < children.length && reader.count <= MAX_WORDS; at += 1) {
    const child = children[at] as HtmlElement['children'][number]
    if (child.kind === 'text') readText(child.text, reader)
    else if (view.block[child.order] === 0 && view.isVisible(child)) readWords(child, view, reader)
  }
}

function readText(text: string, reader: WordReader): void {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    const lower = code < 128 ? (LOWER[code] as number) : lowerOf(code)
    if (lower === 0) endWord(reader)
    else {
      reader.hash = (Math.imul(reader.hash, 31) + lower) | 0
      reader.length += 1
    }
  }
}

function endWord(reader: WordReader): void {
  if (reader.length === 0) return
  if (reader.count < MAX_WORDS) found[reader.count] = reader.hash
  reader.count += 1
  reader.hash = 0
  reader.length = 0
}

/** Of a letter or digit of any script; 0 for all other characters. */
function lowerOf(code: number): number {
  const char = String.fromCharCode(code)
  return /[\p{L}\p{N}\p{Cs}]/u.test(char) ? char.toLowerCase().charCodeAt(0) : 0
}
