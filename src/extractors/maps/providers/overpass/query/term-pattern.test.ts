import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchFold } from '#kit/text/search-text.ts'
import { termPattern } from './term-pattern.ts'

const MARKS = /[\u0300-\u036f]/

test('every composed letter of Unicode is found by its folded form', () => {
  let folded = 0
  const missed: string[] = []
  for (let code = 0x80; code <= 0x10_ffff; code += 1) {
    const letter = String.fromCodePoint(code)
    if (letter.normalize('NFKC') !== letter || MARKS.test(letter)) continue
    const term = searchFold(letter)
    if (term === '' || term === letter) continue
    folded += 1
    if (!new RegExp(termPattern(term), 'iu').test(letter)) missed.push(code.toString(16))
  }
  assert.ok(folded > 1_500, `${folded} letters`)
  assert.deepEqual(missed, [])
})

test('words of Arabic and of India are found in the other ways to write them', () => {
  for (const word of ['قهوة', 'أبو', 'مستشفى', 'मन्दिर', 'हिन्दी', 'सम्पर्क', 'सब्ज़ी', 'पाँच', 'ಹಾರ್ಡ್\u200Cವೇರ್']) {
    assert.match(word, new RegExp(`^${termPattern(searchFold(word))}$`, 'u'), word)
  }
})
