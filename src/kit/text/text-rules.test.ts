import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filledLines, foldText, storableText, trimEndOf, trimOf } from './text-rules.ts'

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

test('given characters are trimmed at the ends and nowhere else', () => {
  assert.equal(trimEndOf('a/b//', '/'), 'a/b')
  assert.equal(trimEndOf('//', '/'), '')
  assert.equal(trimOf('-_a-b_-', '-_'), 'a-b')
  assert.equal(trimOf('', '-'), '')
  assert.deepEqual(filledLines(' a \n\n\t\nb c\n'), ['a', 'b c'])
})
