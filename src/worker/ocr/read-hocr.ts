// Reads what tesseract writes (hOCR): lines of words with their places.
import type { RecognizedLine, RecognizedWord } from '#parsing/documents/pdf/recognized-text.ts'

/** In percent: a word below is more likely a spot than a word. */
const MIN_CONFIDENCE = 30
const MAX_WORDS = 50_000
const LINE = /<span class='ocr_(?:line|header|textfloat|caption)'/
const WORD =
  /<span class='ocrx_word'[^>]{0,200}title='bbox (\d+) (\d+) (\d+) (\d+); x_wconf (\d+)'[^>]{0,200}>([^<]{0,500})</g
const HEAD = /title="bbox \d+ \d+ \d+ (\d+); baseline (-?[\d.]+) (-?[\d.]+); x_size ([\d.]+)/
const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#39', "'"],
])

/** In the order of tesseract, which is that of reading. */
export function readHocr(hocr: string): RecognizedLine[] {
  const lines: RecognizedLine[] = []
  let count = 0
  for (const part of hocr.split(LINE).slice(1)) {
    const [, bottom, , offset, size] = HEAD.exec(part.slice(0, 400)) ?? []
    const words = wordsIn(part)
    count += words.length
    if (count > MAX_WORDS) break
    if (words.length === 0 || size === undefined) continue
    lines.push({ words, size: Number(size), baseline: Number(bottom) + Number(offset) })
  }
  return lines
}

function wordsIn(part: string): RecognizedWord[] {
  return [...part.matchAll(WORD)].flatMap(([, left, top, right, bottom, confidence, escaped = '']) => {
    const text = escaped
      .replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => ENTITIES.get(name) ?? all)
      .trim()
    if (text === '' || Number(confidence) < MIN_CONFIDENCE) return []
    return [{ text, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) }]
  })
}
