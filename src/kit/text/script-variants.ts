// The form in which texts of one script are compared whatever way it is written in: simplified and traditional characters of Chinese, the
// two syllabaries of Japanese, and what looks alike in them.
import { HAN_VARIANTS } from './han-variants.gen.ts'

let variants: ReadonlyMap<string, string> | undefined

function hanVariants(): ReadonlyMap<string, string> {
  if (variants !== undefined) return variants
  const characters = Array.from(HAN_VARIANTS)
  const pairs = new Map<string, string>()
  for (let at = 0; at < characters.length; at += 2) pairs.set(characters[at] ?? '', characters[at + 1] ?? '')
  return (variants = pairs)
}

const HAN = /\p{Script=Han}/u
const EACH_HAN = /\p{Script=Han}/gu

/** A folded text with the characters of China for those that Taiwan, Hong Kong and Japan write in another way; as long as before. */
export function withPlainHan(folded: string): string {
  if (!HAN.test(folded)) return folded
  return folded.replace(EACH_HAN, (character) => hanVariants().get(character) ?? character)
}

const KATAKANA = /[ァ-ヶ]/gu
const KATAKANA_OFFSET = 0x60
const SMALL_KANA = 'ぁぃぅぇぉっゃゅょゎゕゖ'
const LARGE_KANA = 'あいうえおつやゆよわかけ'

/** A folded text in hiragana without small letters, and with plain Han; as long as before. `松ヶ丘` and `松ケ丘`, `らーめん` and `ラーメン`. */
export function scriptFold(folded: string): string {
  return withPlainHan(folded)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KATAKANA_OFFSET))
    .replace(/[ぁぃぅぇぉっゃゅょゎゕゖ]/gu, (kana) => LARGE_KANA.charAt(SMALL_KANA.indexOf(kana)))
}

/** Characters that look like a letter of katakana, and are typed for it: the numeral 二 for ニ. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  一: 'ー',
  二: 'ニ',
  八: 'ハ',
  力: 'カ',
  口: 'ロ',
  夕: 'タ',
  工: 'エ',
  卜: 'ト',
  '-': 'ー',
  '－': 'ー',
  '−': 'ー',
  '—': 'ー',
  '‐': 'ー',
  へ: 'ヘ',
  べ: 'ベ',
  ぺ: 'ペ',
  り: 'リ',
}
const BESIDE_KATAKANA =
  /(?<=[ァ-ヺー])[一二八力口夕工卜\-－−—‐へべぺり]|[二八力口夕工卜へべぺり](?=[ァ-ヺー])/gu

/** `コンビ二` with the katakana that is meant; the text itself without such a character beside katakana. */
export function withKatakanaMeant(text: string): string {
  return text.normalize('NFKC').replace(BESIDE_KATAKANA, (character) => LOOKALIKES[character] ?? character)
}

const THAI_TONES = /[\u0E47-\u0E4C]/gu

/** A text without the marks above Thai letters, which people leave out or mistake. */
export function withoutThaiTones(text: string): string {
  return text.replace(THAI_TONES, '')
}
