import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage, isLanguageTag } from './language-tag.ts'

test('a tag is known where its language is', () => {
  for (const tag of ['de', 'pt-BR', 'zh-Hant', 'gsw', 'nds', 'be-tarask', 'DE', 'sr-Latn-RS']) {
    assert.ok(isLanguageTag(tag), tag)
  }
  for (const tag of [
    '',
    'xx',
    'zz',
    'qaa',
    'german',
    'klingon',
    'de_CH',
    'en-',
    'd',
    'x-mine',
    '../../etc',
  ]) {
    assert.ok(!isLanguageTag(tag), tag)
  }
})

test('the exact language comes first, then the language without its region', () => {
  const texts = { de: 'Genf', 'zh-Hant': '日內瓦', fr: 'Genève' }
  assert.equal(inLanguage(texts, 'de'), 'Genf')
  assert.equal(inLanguage(texts, 'de-CH'), 'Genf')
  assert.equal(inLanguage(texts, 'zh-hant'), '日內瓦')
  assert.equal(inLanguage(texts, 'it'), undefined)
})
