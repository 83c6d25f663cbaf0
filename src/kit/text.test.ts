import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closestWord, editDistance, foldText, storableText } from './text.ts'

test('text that PostgreSQL cannot store is replaced, all else is kept', () => {
  assert.equal(storableText('a\u0000b\ud800c'), 'a\uFFFDb\uFFFDc')
  assert.equal(storableText('Ünïcödé 👩‍🍳'), 'Ünïcödé 👩‍🍳')
})

test('names fold to what people type', () => {
  assert.equal(foldText("Café de l'Été — №1"), 'cafe de l ete no1')
  assert.equal(foldText('  Straße\t12 '), 'straße 12')
  assert.equal(foldText('日本料理 さくら'), foldText('日本料理　さくら'))
  assert.notEqual(foldText('はば'), foldText('はは'))
  assert.equal(foldText('Кофейня «Ёлка»'), 'кофеиня елка')
  assert.equal(foldText('हिन्दी'), 'हिन्दी')
})

test('edit distance counts swaps once and gives up beyond the limit', () => {
  assert.equal(editDistance('locatoin', 'location', 2), 1)
  assert.equal(editDistance('kitten', 'sitting', 3), 3)
  assert.equal(editDistance('a', 'abcdef', 2), 3)
})

test('the word that was meant is found, and an unrelated one is not', () => {
  assert.equal(closestWord('locatoin', ['query', 'location', 'limit']), 'location')
  assert.equal(closestWord('zzz', ['query', 'location']), null)
})
