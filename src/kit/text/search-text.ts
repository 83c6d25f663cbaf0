// The form in which names, addresses, categories and queries are compared.
import { foldText } from './text-rules.ts'

/**
 * Letters that Unicode does not decompose, as people without them on the keyboard write them; of Arabic the forms that people write one
 * for the other: `قهوه` for `قهوة`.
 */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  '\u0901': '\u0902',
}
const EACH_LETTER = /[ßæœøłđðþıأإآٱىیکة\u0901]/gu

/** The dot below letters of Hindi, and what joins letters of India: hardly anybody types them. */
const SILENT = /\u093C|(?<=[\u0900-\u0DFF])[\u200C\u200D]/gu
/** `हिन्दी` is `हिंदी`. */
const NASAL = /[ङञणनम]\u094D(?=[क-ह])/gu
const OF_INDIA = /[\u0900-\u0DFF]/

/** The digits that are typed in Arabic, Persian, Hindi, Bengali and Thai, each from 0 to 9. */
const OTHER_DIGITS = /[٠-٩۰-۹०-९০-৯๐-๙]/gu
const ZEROS = Array.from('٠۰०০๐', (zero) => zero.charCodeAt(0))

function plainDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  return String(code - Math.max(...ZEROS.filter((zero) => zero <= code)))
}

/** Lower case words without accents, single spaces between them, and the digits of Europe. */
export function searchFold(text: string): string {
  const isOfIndia = OF_INDIA.test(text)
  const typed = isOfIndia ? text.normalize('NFKD').replace(SILENT, '') : text
  const folded = foldText(typed)
    .replace(EACH_LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(OTHER_DIGITS, plainDigit)
  return isOfIndia ? folded.replace(NASAL, 'ं') : folded
}

/** The words of `searchFold`; empty for a text without letters and digits. */
export function searchTokens(text: string): string[] {
  const folded = searchFold(text)
  return folded === '' ? [] : folded.split(' ')
}

/** An apostrophe within a word, in the forms that people type. */
const APOSTROPHE = /(?<=\p{L})['’‘ʼ`´](?=\p{L})/gu

/**
 * The folded texts, each followed by the other spelling of its umlauts (`munchen`, `muenchen`) and by that without its apostrophes
 * (`o malley s`, `omalleys`).
 */
export function searchableText(texts: readonly string[]): string {
  const folded = new Set<string>()
  for (const text of texts) {
    folded.add(searchFold(text))
    if (/[äöüÄÖÜ]/.test(text.normalize('NFC'))) folded.add(searchFold(spelledOut(text)))
    const joined = text.replace(APOSTROPHE, '')
    if (joined !== text) folded.add(searchFold(joined))
  }
  folded.delete('')
  return [...folded].join(' | ')
}

function spelledOut(text: string): string {
  return text.normalize('NFC').replace(/[äöüÄÖÜ]/g, (umlaut) => `${umlaut.normalize('NFD').charAt(0)}e`)
}
