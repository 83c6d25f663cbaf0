import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { decodeBody } from './decode-body.ts'

const TEXT = Buffer.from('a town with many cafes, '.repeat(500))
const ENCODED: readonly (readonly [string, Buffer])[] = [
  ['gzip', gzipSync(TEXT)],
  ['x-gzip', gzipSync(TEXT)],
  ['GZIP', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT)],
  ['identity', TEXT],
  ['identity, gzip', gzipSync(TEXT)],
  ['utf-8', TEXT],
]

const failsWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof SurveyorError)
  assert.equal(error.code, code)
  return true
}

suite('decodeBody', () => {
  test('every encoding that we ask for, and those that change nothing', async () => {
    for (const [encoding, body] of ENCODED) {
      assert.deepEqual(await decodeBody(body, encoding, TEXT.length), TEXT, encoding)
    }
    assert.deepEqual(await decodeBody(TEXT, undefined, TEXT.length), TEXT)
    assert.equal((await decodeBody(Buffer.alloc(0), 'gzip', 10)).length, 0)
  })

  test('one byte more than the limit is too much, or is cut where that is wanted', async () => {
    for (const [encoding, body] of ENCODED) {
      await assert.rejects(
        decodeBody(body, encoding, TEXT.length - 1),
        failsWith('target_too_large'),
        encoding,
      )
      assert.deepEqual(await decodeBody(body, encoding, 100, true), TEXT.subarray(0, 100), encoding)
    }
  })

  test('several encodings on top of each other are refused', async () => {
    const twice = gzipSync(gzipSync(TEXT))
    await assert.rejects(decodeBody(twice, 'gzip, gzip', 1e6), failsWith('target_protocol_error'))
    await assert.rejects(decodeBody(twice, 'gzip, unknown', 1e6), failsWith('target_protocol_error'))
  })

  test('broken data is an error, a gzip stream without its trailer is not', async () => {
    for (const encoding of ['gzip', 'br', 'zstd']) {
      await assert.rejects(decodeBody(TEXT, encoding, 1e6), failsWith('target_protocol_error'), encoding)
    }
    for (let bytes = 1; bytes <= 8; bytes += 1)
      assert.deepEqual(await decodeBody(gzipSync(TEXT).subarray(0, -bytes), 'gzip', 1e6), TEXT)
    assert.deepEqual(await decodeBody(deflateSync(TEXT).subarray(0, -4), 'deflate', 1e6), TEXT)
    // RFC 1952: flags for an extra part, a name and a comment.
    const [start, rest] = [Buffer.from(gzipSync(TEXT).subarray(0, 10)), gzipSync(TEXT).subarray(10)]
    start[3] = 4 + 8 + 16
    const parts = Buffer.from([3, 0, 8, 0, 31, ...Buffer.from('a.html\0why\0')])
    const named = Buffer.concat([start, parts, rest])
    assert.deepEqual(await decodeBody(named, 'gzip', 1e6), TEXT)
    assert.deepEqual(await decodeBody(named.subarray(0, -8), 'gzip', 1e6), TEXT)
    await assert.rejects(decodeBody(named.subarray(0, -8), 'gzip', 100), failsWith('target_too_large'))
  })

  test('data that break off are an error, and no beginning is taken for the whole', async () => {
    const text = Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 1_000).join(' '))
    const cases = [
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['deflate', deflateRawSync(text)],
      ['br', brotliCompressSync(text)],
      ['zstd', zstdCompressSync(text)],
    ] as const
    for (const [encoding, body] of cases) {
      for (const bytes of [3, 5, 12, 200, Math.floor(body.length / 2), body.length - 20]) {
        await assert.rejects(
          decodeBody(body.subarray(0, bytes), encoding, 1e6),
          {
            code: 'target_protocol_error',
            message: 'The compressed answer of the target breaks off before its end.',
          },
          `${encoding} ${bytes}`,
        )
      }
    }
    // Where a beginning is enough, it is taken.
    const begun = await decodeBody(gzipSync(text).subarray(0, 200), 'gzip', 1e6, true)
    assert.ok(begun.length > 0 && text.subarray(0, begun.length).equals(begun))
  })

  test('a zstd frame cannot ask for a huge window', async () => {
    const wide = zstdCompressSync(TEXT, { params: { [constants.ZSTD_c_windowLog]: 27 } })
    const streamed = zstdCompressSync(Buffer.alloc(16 * 1024 * 1024), {
      params: { [constants.ZSTD_c_windowLog]: 24 },
    })
    assert.deepEqual(await decodeBody(wide, 'zstd', 1e6), TEXT)
    await assert.rejects(decodeBody(streamed, 'zstd', 1e9), failsWith('target_protocol_error'))
  })
})
