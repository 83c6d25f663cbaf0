// Names in kana beside names in Latin letters: compared by their consonants.
import anyAscii from 'any-ascii'
import { isUnspaced } from '#kit/text/character-pairs.ts'

const KANA_ONLY = /^[\p{Script=Hiragana}\p{Script=Katakana}ー・゠\s\p{P}]+$/u

/** A name of kana alone as it sounds; null for any other. */
export function soundOf(name: string): string | null {
  return isUnspaced(name) && KANA_ONLY.test(name.normalize('NFKC')) ? soundKey(name) : null
}

/** The consonants of a text as Japanese keeps them apart: the same for `JINS` and `ジンズ`, `Lighthouse` and `ライトハウス`. */
export function soundKey(text: string): string {
  return anyAscii(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/ph/g, 'f')
    .replace(/gh|h(?=[^aeiouy]|$)/g, '')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/[aeiouyw]/g, '')
    .replace(/[ckq]/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/[zj]/g, 's')
    .replace(/l/g, 'r')
    .replace(/v/g, 'b')
    .replace(/(.)\1+/g, '$1')
}
