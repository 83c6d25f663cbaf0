import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createFileNames, isSafe } from './file-names.ts'

const ONE = new Set(['a.test'])
const named = (...urls: readonly string[]): string[] => {
  const names = createFileNames(ONE)
  return urls.map((url) => names.nameOf(url))
}

test('a file is named by the path of its page', () => {
  for (const [url, name] of [
    ['https://a.test/', 'index.md'],
    ['https://a.test/docs/guide.html', 'docs/guide.md'],
    ['https://a.test/docs/', 'docs/index.md'],
    ['https://a.test/v1.2/notes', 'v1.2/notes.md'],
    ['https://a.test/list?page=2', 'list~page=2.md'],
    ['https://a.test/caf%C3%A9/men%C3%BC', 'café/menü.md'],
  ] as const)
    assert.deepEqual(named(url), [name])
  const names = createFileNames(new Set(['a.test', 'b.test:81']))
  assert.equal(names.nameOf('https://b.test:81/x'), 'b.test_81/x.md')
})

test('no address leads out of the folder, hides a file or names a device', () => {
  for (const [url, name] of [
    ['https://a.test/..%2f..%2fetc/passwd', '_._.._etc/passwd.md'],
    ['https://a.test/%00/x', '_/x.md'],
    ['https://a.test/.git/config', '_git/config.md'],
    ['https://a.test/con/AUX.html', '_con/_AUX.md'],
    ['https://a.test/nul.txt/a:b', '_nul.txt/a_b.md'],
    ['https://a.test/end./x%20', 'end_/x_.md'],
    ['https://a.test/a%5cb', 'a_b.md'],
    ['https://a.test/%E2%80%AEtxt', '_txt.md'],
  ] as const)
    assert.deepEqual(named(url), [name])
})

test('no folder has the name of a file', () => {
  assert.deepEqual(named('https://a.test/a', 'https://a.test/a.md/b', 'https://a.test/A.MD/c/'), [
    'a.md',
    'a_md/b.md',
    'A_md/c/index.md',
  ])
})

test('names that a file system takes for one are told apart, and each keeps its own', () => {
  const names = named(
    'https://a.test/Guide',
    'https://a.test/guide',
    'https://a.test/guide.html',
    'https://a.test/guide',
  )
  assert.equal(names[0], 'Guide.md')
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 3)
  assert.equal(names[1], names[3])
  const later = createFileNames(ONE)
  assert.equal(later.nameOf('https://a.test/guide', names[1]), names[1])
  assert.notEqual(later.nameOf('https://a.test/x', '../x.md'), '../x.md')
})

test('any address gives a safe name, and two addresses two', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '/',
      '.',
      '..',
      '%2f',
      '%2e',
      'a',
      'A',
      'con',
      '.html',
      '?',
      '&',
      '%20',
      '%00',
      'x'.repeat(90),
      'é',
      '𐀀',
    ),
    fc.string({ maxLength: 3 }).map((text) => encodeURIComponent(text.toWellFormed())),
  )
  const path = fc
    .array(piece, { maxLength: 20 })
    .map((pieces) => new URL(`https://a.test/${pieces.join('')}`).href)
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 8 }), (urls) => {
      const names = createFileNames(ONE)
      const made = new Map(urls.map((url) => [url, names.nameOf(url)]))
      for (const name of made.values()) {
        assert.ok(isSafe(name), name)
        assert.ok(
          Buffer.byteLength(name) <= 220 && !name.startsWith('/') && !name.split('/').includes('..'),
          name,
        )
      }
      assert.equal(
        new Set([...made.values()].map((name) => name.toLowerCase().normalize('NFC'))).size,
        made.size,
      )
    }),
    { numRuns: 500 },
  )
})
