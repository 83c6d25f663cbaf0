// Which scripts a page is written in that the browser has no font for: it draws a box, or nothing, for each of their characters.
import type { Warning } from '#contract/crawl/result.ts'
import { isSurveyorError } from '#contract/surveyor-error.ts'
import type { BrowserPage } from './visit.ts'

/** By their names in Unicode, with what a reader calls them. Latin, Greek and Cyrillic are in every font that there is. */
const SCRIPTS = {
  Han: 'Chinese characters',
  Hiragana: 'Japanese',
  Katakana: 'Japanese',
  Hangul: 'Korean',
  Bopomofo: 'Bopomofo',
  Arabic: 'Arabic',
  Hebrew: 'Hebrew',
  Syriac: 'Syriac',
  Thaana: 'Thaana',
  Devanagari: 'Devanagari',
  Bengali: 'Bengali',
  Gurmukhi: 'Gurmukhi',
  Gujarati: 'Gujarati',
  Oriya: 'Odia',
  Tamil: 'Tamil',
  Telugu: 'Telugu',
  Kannada: 'Kannada',
  Malayalam: 'Malayalam',
  Sinhala: 'Sinhala',
  Thai: 'Thai',
  Lao: 'Lao',
  Tibetan: 'Tibetan',
  Myanmar: 'Burmese',
  Khmer: 'Khmer',
  Georgian: 'Georgian',
  Armenian: 'Armenian',
  Ethiopic: 'Ethiopic',
  Mongolian: 'Mongolian',
  Cherokee: 'Cherokee',
  Emoji: 'emoji',
} as const

/**
 * Answers the names of such scripts. A character is drawn on a canvas in the font of its element, web fonts among them, and
 * compared with one that no font can have: where both are the same, it is the box. Some characters of each script are looked
 * at, because fonts have nearly all of a script or none. Text in frames and shadow roots is not.
 */
const MISSING_SCRIPTS = `(names) => {
  const MAX_CHARS = 200000, SAMPLES = 4, SIZE = 32
  const other = /[^\\u0000-\\u052f\\u1e00-\\u2bff]/
  const kinds = names.map((name) => ({
    name,
    is: name === 'Emoji' ? /\\p{Emoji_Presentation}/u : new RegExp('(?=\\\\p{L})\\\\p{Script=' + name + '}', 'u'),
    samples: [],
  }))
  const seen = new Set()
  const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
  for (let left = MAX_CHARS; left > 0 && texts.nextNode(); ) {
    const { data, parentElement: element } = texts.currentNode
    left -= data.length
    if (element === null || !other.test(data)) continue
    let isVisible = null
    for (const char of data.slice(0, Math.max(0, left + data.length))) {
      if (seen.has(char) || !other.test(char)) continue
      isVisible ??= element.checkVisibility({ visibilityProperty: true })
      if (!isVisible) break
      seen.add(char)
      const kind = kinds.find(({ is }) => is.test(char))
      if (kind !== undefined && kind.samples.length < SAMPLES) kind.samples.push({ char, element })
    }
  }
  const found = kinds.filter(({ samples }) => samples.length > 0)
  if (found.length === 0) return []
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 2 * SIZE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return []
  const draw = (char, font) => {
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.font = font
    context.fillText(char, 4, SIZE + 8)
    return context.measureText(char).width + ' ' + context.getImageData(0, 0, canvas.width, canvas.height).data.join('')
  }
  const isMissing = ({ char, element }) => {
    const { fontStyle, fontWeight, fontFamily } = getComputedStyle(element)
    const font = [fontStyle, fontWeight, SIZE + 'px', fontFamily].join(' ')
    return draw(char, font) === draw('\\u{10ffff}', font)
  }
  return found.filter(({ samples }) => 2 * samples.filter(isMissing).length >= samples.length).map(({ name }) => name)
}`

/** The names of the scripts in Unicode, `Emoji` among them. None of a page that cannot be asked: its picture is what counts. */
export async function missingScripts(page: Pick<BrowserPage, 'call'>): Promise<string[]> {
  const answer = await page.call(MISSING_SCRIPTS, Object.keys(SCRIPTS)).catch((error: unknown) => {
    if (isSurveyorError(error)) throw error
    return []
  })
  return Object.keys(SCRIPTS).filter((name) => Array.isArray(answer) && answer.includes(name))
}

/** Empty where there is a font for everything. */
export function fontWarnings(scripts: readonly string[]): Warning[] {
  if (scripts.length === 0) return []
  const names = new Map<string, string>(Object.entries(SCRIPTS))
  const named = [...new Set(scripts.map((name) => names.get(name) ?? name))].join(', ')
  return [
    {
      code: 'font_missing',
      detail: `The browser has no font for ${named} (${scripts.join(', ')}), which are shown as boxes or not at all. Fonts of the system of the worker mend it, such as fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji.`,
    },
  ]
}
