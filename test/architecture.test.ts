// Holds the tree to the rules of docs/architecture.md: who may import whom, how long a file may be, who may touch the
// environment and the network. The lint says the same at the line; this says it for the whole, and that the lint does.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Each ring and the rings it may import. */
const RINGS: Record<string, readonly string[]> = {
  contract: [],
  kit: ['kit'],
  config: ['config', 'contract', 'kit'],
  platform: ['platform', 'contract', 'kit'],
  extract: ['extract', 'contract', 'kit'],
  extractors: ['extract', 'extractors', 'contract', 'kit'],
  places: ['places', 'platform', 'contract', 'kit'],
  crawl: ['crawl', 'extract', 'platform', 'contract', 'kit'],
  worker: ['worker', 'extract', 'platform', 'contract', 'kit'],
  bin: ['bin', 'config', 'places', 'crawl', 'worker', 'extract', 'platform', 'contract', 'kit'],
}
const NETWORK = /^(node:)?(https?|http2|net|tls|dns|dgram)(\/.*)?$|^undici(\/|$)/
const NAMES_THAT_SAY_NOTHING = /(^|\/)(utils?|helpers?|common|misc|shared|manager|base|lib|types)(\.ts|\/)/
const MOST_LINES = 500

const root = new URL('../', import.meta.url)
const sources = globSync('src/**/*.ts', { cwd: root }).toSorted()
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const isTest = (path: string) => path.endsWith('.test.ts')
const ringOf = (path: string) => path.split('/')[1] as string

/** Every specifier a file imports, exports from, or imports lazily. */
function specifiers(path: string): string[] {
  const text = read(path).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] as string)
}

test('the walk sees the tree', () => {
  assert.ok(sources.length > 30, `${sources.length} files`)
  assert.deepEqual(
    [...new Set(sources.map(ringOf))].filter((ring) => !(ring in RINGS)),
    [],
  )
})

test('imports go one way: ./ inside a folder, #ring/ between folders, ../ never', () => {
  const wrong = sources.flatMap((path) =>
    specifiers(path)
      .filter((specifier) => {
        if (specifier.startsWith('../')) return true
        if (!specifier.startsWith('#')) return false
        const ring = specifier.slice(1).split('/')[0] as string
        return !(
          (RINGS[ringOf(path)] as readonly string[]).includes(ring) ||
          (isTest(path) && ring === 'test')
        )
      })
      .map((specifier) => `${path} imports ${specifier}`),
  )
  assert.deepEqual(wrong, [])
})

test('an extractor never imports another', () => {
  const wrong = sources
    .filter((path) => path.startsWith('src/extractors/'))
    .flatMap((path) =>
      specifiers(path)
        .filter((s) => s.startsWith('#extractors/') && s.split('/')[1] !== path.split('/')[2])
        .map((s) => `${path} imports ${s}`),
    )
  assert.deepEqual(wrong, [])
})

test('only src/platform/egress opens sockets to the world', () => {
  const wrong = sources.filter(
    (path) =>
      !isTest(path) &&
      !path.startsWith('src/platform/egress/') &&
      specifiers(path).some((s) => NETWORK.test(s)),
  )
  assert.deepEqual(wrong, [])
  // A file may call its own `fetch`; a method of that name is no call.
  const callsFetch = (text: string) =>
    /(?:await|void|return|=|\(|,)\s*fetch\(/.test(text) && !/const fetch =|[{,]\s*fetch\s*[,}]/.test(text)
  const globals = sources.filter(
    (path) =>
      !isTest(path) &&
      !path.startsWith('src/platform/egress/') &&
      callsFetch(read(path).replace(/\/\/.*$/gm, '')),
  )
  assert.deepEqual(globals, [])
})

test('only src/config reads the environment', () => {
  const wrong = sources.filter(
    (path) => !isTest(path) && !path.startsWith('src/config/') && read(path).includes('process.env'),
  )
  assert.deepEqual(wrong, [])
})

test('every file says what it is for, is short, and has a name that means something', () => {
  const wrong = sources.flatMap((path) => {
    const lines = read(path).split('\n')
    return [
      ...(isTest(path) || lines[0]?.startsWith('// ')
        ? []
        : [`${path}: no first line that says what it is for`]),
      ...(lines.length - 1 <= MOST_LINES ? [] : [`${path}: ${lines.length - 1} lines`]),
      ...(NAMES_THAT_SAY_NOTHING.test(path) ? [`${path}: a name that says nothing`] : []),
    ]
  })
  assert.deepEqual(wrong, [])
})

test('no file imports itself in a circle', () => {
  const graph = new Map(sources.map((path) => [path, specifiers(path).flatMap((s) => resolve(path, s))]))
  const state = new Map<string, 'open' | 'done'>()
  const circles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    state.set(path, 'open')
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of sources) visit(path, [])
  assert.deepEqual(circles, [])
})

test('the lint knows the same rings', () => {
  const config = JSON.parse(read('.oxlintrc.json')) as {
    overrides: {
      files: string[]
      rules: { 'no-restricted-imports'?: [string, { patterns: { group: string[] }[] }] }
    }[]
  }
  for (const [ring, allowed] of Object.entries(RINGS)) {
    const override = config.overrides.find((o) => o.files.includes(`src/${ring}/**/*.ts`))
    const group = override?.rules['no-restricted-imports']?.[1].patterns.find((p) =>
      p.group.includes('#*/**'),
    )?.group
    assert.deepEqual(group, ['#*/**', ...allowed.map((a) => `!#${a}/**`)], ring)
  }
})

test('every npm script that a document names exists', () => {
  const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts
  const documents = ['README.md', 'AGENTS.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
  const missing = documents.flatMap((path) =>
    [...read(path).matchAll(/npm run ([a-z:]+)/g)]
      .map((match) => match[1] as string)
      .filter((name) => !(name in scripts))
      .map((name) => `${path}: npm run ${name}`),
  )
  assert.deepEqual(missing, [])
})

function resolve(from: string, specifier: string): string[] {
  if (specifier.startsWith('#')) return [`src/${specifier.slice(1)}`].filter((path) => sources.includes(path))
  if (!specifier.startsWith('./')) return []
  return [new URL(specifier, new URL(from, root)).pathname.slice(root.pathname.length)]
}
