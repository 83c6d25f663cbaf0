// The pages as `npm ci` has built them: small enough, without inline code, and naming files that are there.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface BuiltFile {
  readonly path: string
  readonly gzipBytes: number
}

const DIST = new URL('../../../../web/dist/', import.meta.url)
/** MapLibre with its worker and style, and the countries: loaded after the page is shown. */
const OF_THE_MAP = /\/(open-map|maplibre-gl|countries)/
const MAX_GZIP_BYTES = 250_000

const read = (path: string): string => readFileSync(new URL(path, DIST), 'utf8')
const { files } = JSON.parse(read('files.json')) as { readonly files: readonly BuiltFile[] }

test('without the map both pages together are less than 250 kB of gzip', () => {
  const own = files.filter(({ path }) => !OF_THE_MAP.test(path))
  const bytes = own.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)
  assert.ok(own.length > 5 && own.length < files.length)
  assert.ok(bytes < MAX_GZIP_BYTES, `${bytes} bytes`)
})

test('the documents hold no code of their own and load only files of the build', () => {
  const known = new Set(files.map(({ path }) => `./${path}`))
  for (const page of ['places.html', 'crawl.html']) {
    const text = read(page)
    assert.doesNotMatch(text, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
    assert.ok(loaded.length >= 3, page)
    assert.deepEqual(
      loaded.filter((address) => !known.has(address)),
      [],
    )
  }
})
