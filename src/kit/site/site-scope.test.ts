import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PatternError } from '#kit/text/re2-program.ts'
import { createSiteScope, type ScopeOptions } from './site-scope.ts'

const OPTIONS: ScopeOptions = {
  urls: ['https://www.a.test/docs/start.html'],
  scope: 'host',
  include: [],
  exclude: [],
  maxDepth: 3,
  ignoreQuery: false,
  similar: true,
}

const reasons = (options: Partial<ScopeOptions>, hrefs: readonly string[], depth = 1) => {
  const scope = createSiteScope({ ...OPTIONS, ...options })
  return hrefs.map((href) => scope.verdict({ href, base: 'https://www.a.test/docs/', depth }).reason)
}

test('each scope takes its hosts and paths and names the reason for the others', () => {
  const links = [
    'guide',
    '/blog',
    'http://a.test/docs',
    'https://sub.a.test/',
    'https://b.test/',
    'tel:+1',
    'http://%',
  ]
  const outside = ['scheme', 'invalid'] as const
  assert.deepEqual(reasons({ scope: 'path' }, links), [null, 'path', null, 'host', 'host', ...outside])
  assert.deepEqual(reasons({ scope: 'host' }, links), [null, null, null, 'host', 'host', ...outside])
  assert.deepEqual(reasons({ scope: 'domain' }, links), [null, null, null, null, 'host', ...outside])
  assert.deepEqual(reasons({ scope: 'any' }, links), [null, null, null, null, null, ...outside])
})

test('exclusions win over inclusions, and a start page needs no inclusion', () => {
  const patterns = {
    include: ['/docs/*', 're:^/blog/[0-9]+$'],
    exclude: ['*/draft/*', 'https://www.a.test/docs/x?p=*'],
  }
  const links = [
    '/docs/a',
    '/docs/draft/a',
    '/blog/12',
    '/blog/a',
    '/docs/x',
    '/docs/x?p=1',
    '/docs/start.html',
  ]
  assert.deepEqual(reasons(patterns, links), [null, 'exclude', null, 'include', null, 'exclude', null])
  assert.deepEqual(reasons({ include: ['/blog/*'] }, ['/docs/start.html', '/docs/']), [null, 'include'])
  assert.deepEqual(reasons({ exclude: ['/docs/*'] }, ['/docs/start.html']), ['exclude'])
})

test('depth, files and shapes of traps are told apart', () => {
  assert.deepEqual(reasons({}, ['/a', '/docs/start.html'], 4), ['depth', null])
  assert.deepEqual(reasons({ maxDepth: null }, ['/a'], 4_000), [null])
  assert.deepEqual(
    reasons({}, [
      '/a.PNG',
      '/manual.pdf',
      `/${'x'.repeat(2_048)}`,
      '/a'.repeat(3),
      '/a/b/a/b/a/b',
      Array.from({ length: 21 }, (_, n) => `/${n}`).join(''),
      `/?${Array.from({ length: 21 }, (_, n) => `p${n}=1`).join('&')}`,
    ]),
    [
      'file_type',
      null,
      'too_long',
      'repeated_segments',
      'repeated_segments',
      'too_deep',
      'too_many_parameters',
    ],
  )
})

test('the page of a file in a wiki is no file', () => {
  const pages = [
    '/wiki/File:Light.jpg',
    '/wiki/Datei:Karte%20Nord.png',
    '/wiki/%D0%A4%D0%B0%D0%B9%D0%BB:a.jpg',
  ]
  assert.deepEqual(reasons({}, pages), [null, null, null])
  assert.deepEqual(
    reasons({}, ['/wiki/Light.jpg', '/a:b/light.jpg', '/10:30.png', '/:x.png']),
    Array.from({ length: 4 }, () => 'file_type'),
  )
})

test('a pattern that cannot be read is told', () => {
  for (const include of ['docs', 're:(', 're:(a{100}){40}', 're:(?=x)'])
    assert.throws(() => createSiteScope({ ...OPTIONS, include: [include] }), PatternError, include)
})

test('a link that the patterns have no time for is told apart from one that they leave out', () => {
  for (const [patterns, wanted] of [
    [{ exclude: ['re:x'] }, [null, 'expression_time', 'host', 'expression_time']],
    [{ include: ['re:^/a'] }, [null, 'expression_time', 'host', 'expression_time']],
  ] as const) {
    let nowMs = 0
    const scope = createSiteScope({ ...OPTIONS, ...patterns }, () => (nowMs += 1_000))
    const links = ['/a', '/ab', 'https://b.test/', '/abc'].map((href) =>
      scope.verdict({ href, base: 'https://a.test/', depth: 1 }),
    )
    assert.deepEqual(
      links.map(({ reason }) => reason),
      wanted,
    )
  }
})
