import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractContext } from '#test/support/extract/extract-context.ts'
import { createMemoryArtifacts } from '#test/support/extract/memory-artifacts.ts'
import { loadPage } from './load-page.ts'
import { loadTarget } from './load-target.ts'

const WORDS = `<p>${'The harbour walk is open all year. '.repeat(9)}</p>`

function withFile(bytes: Uint8Array, mediaType: string) {
  const artifacts = createMemoryArtifacts()
  const artifactId = artifacts.bring({ bytes, mediaType, filename: null })
  return { artifactId, context: { ...extractContext(), ...artifacts } }
}

test('a file is a page like one that was fetched, without an answer', async () => {
  const { artifactId, context } = withFile(
    Buffer.from(`<meta charset="windows-1252">caf\xe9${WORDS}`, 'latin1'),
    'text/html',
  )
  const page = await loadPage({ artifactId, baseUrl: 'https://example.org/a/' }, context)
  assert.match(page.html, /café/)
  assert.deepEqual(
    [page.url, page.base, page.charset, page.engine, page.response, page.statusCode],
    ['https://example.org/a/', 'https://example.org/a/', 'windows-1252', 'none', null, null],
  )
})

test('what a file is, its bytes decide; what it is said to be comes second', async () => {
  const { artifactId, context } = withFile(Buffer.from('%PDF-1.7\n'), 'text/html')
  const target = await loadTarget({ artifactId }, context)
  assert.deepEqual([target.kind.type, target.contentType, target.url], ['pdf', 'text/html', null])
  await assert.rejects(loadPage({ artifactId }, context), { code: 'unsupported_document' })
})

test('a file that is too large or not there is no page', async () => {
  const { artifactId, context } = withFile(Buffer.alloc(2_000, 'a'), 'text/plain')
  await assert.rejects(loadTarget({ artifactId, maxResponseBytes: 1_024 }, context), {
    code: 'target_too_large',
  })
  await assert.rejects(loadTarget({ artifactId: 'art_other' }, context), { code: 'not_found' })
})
