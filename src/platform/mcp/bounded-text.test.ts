import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pieceOf, pieceOfStream } from './bounded-text.ts'

const LINES = Array.from({ length: 400 }, (_, at) => `Line ${at} of a text: é, 港, 🍕.\n`).join('')
const ONE_LINE = '🍕'.repeat(3_000)

async function* bytesOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('the pieces of a text are the text, of a stream in any chunks as well', async () => {
  for (const text of [LINES, ONE_LINE, '', 'short']) {
    for (const maxChars of [500, 777, 20_000]) {
      let whole = ''
      let next: number | null = 0
      while (next !== null) {
        const piece = pieceOf(text, { offset: next, maxChars })
        const streamed = await pieceOfStream(bytesOf(text, 61), { offset: next, maxChars })
        assert.deepEqual([streamed.text, streamed.nextOffset], [piece.text, piece.nextOffset])
        assert.equal(streamed.totalChars, piece.nextOffset === null ? text.length : null)
        assert.equal(piece.totalChars, text.length)
        assert.ok(piece.text.length <= maxChars && piece.text.isWellFormed())
        whole += piece.text
        next = piece.nextOffset
      }
      assert.equal(whole, text)
    }
  }
})

test('a piece ends behind a line', () => {
  assert.ok(pieceOf(LINES, { maxChars: 1_000 }).text.endsWith('\n'))
})

test('an offset behind the end gives nothing, and nothing follows', async () => {
  assert.deepEqual(pieceOf('abc', { offset: 9 }), { text: '', totalChars: 3, nextOffset: null })
  assert.deepEqual(await pieceOfStream(bytesOf('abc', 2), { offset: 9 }), {
    text: '',
    totalChars: 3,
    nextOffset: null,
  })
})

test('a stream is read no further than needed', async () => {
  let chunks = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      chunks += 1
      yield Buffer.from('x'.repeat(1_000))
    }
  }
  const piece = await pieceOfStream(endless(), { offset: 5_000, maxChars: 500 })
  assert.deepEqual([piece.text.length, piece.nextOffset, chunks], [500, 5_500, 6])
})
