import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHocr } from './read-hocr.ts'

const word = (text: string, confidence: number, left = 10): string =>
  `<span class='ocrx_word' id='w' title='bbox ${left} 20 ${left + 30} 60; x_wconf ${confidence}'>${text}</span>`
const line = (words: string, kind = 'line'): string =>
  `<span class='ocr_${kind}' id='l' title="bbox 10 20 200 60; baseline 0.01 -9; x_size 40; x_descenders 9; x_ascenders 10">${words}</span>`

test('lines of words with their places; spots are left out, signs are read as what they stand for', () => {
  const page =
    line(word('Fish &amp; ships&#39;', 96) + word('~', 12, 50)) + line(word('Header', 90), 'header')
  assert.deepEqual(readHocr(page), [
    { words: [{ text: "Fish & ships'", left: 10, top: 20, right: 40, bottom: 60 }], size: 40, baseline: 51 },
    { words: [{ text: 'Header', left: 10, top: 20, right: 40, bottom: 60 }], size: 40, baseline: 51 },
  ])
  assert.deepEqual(readHocr(line(word('~', 5))), [])
  assert.deepEqual(readHocr('nothing of the kind'), [])
})
