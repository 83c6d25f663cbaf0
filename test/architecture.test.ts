// Holds the tree to the rules of docs/architecture.md: who may import whom, how long a file and how large a folder may be,
// which words are ours, who may touch the environment and the network. The lint reads the same table of rings.
import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import {
  circlesOf,
  exportsOf,
  importsOf,
  isTest,
  production,
  read,
  resolvePath,
  root,
  sources,
  specifiers,
} from '#test/support/source-tree.ts'
import { NETWORK_MODULES, RINGS } from './rings.ts'

/** The parts of platform, lowest first: a part imports itself and the parts before it. */
const PLATFORM: readonly string[] = [
  'files',
  'telemetry',
  'db',
  'limits',
  'egress',
  'blobs',
  'cache',
  'http',
  'keys',
  'jobs',
  'webhooks',
  'health',
  'mcp',
]
/** Words that a reader of other job queues and crawlers would have to look up. */
const PRIVATE_WORDS = new Set(
  `
  most fewest wish wished desk desks books keeper keepers flights flying seat seats board boards boarded
  boarding ride rides lesson lessons aftermath reaction reactions reacting notice notices hear heard
  hearing tell tells settle commits dealt elder elders kinship sealer seal seals ledger ledgers doubt
  doubted doubts beat beats quiet erasing patient patiently patience sighting judge judges judged
  judgement judgements wallet wallets upkeep hurry hasty tally tallies insist vain sift sieve spoil
  spoiled handed handing handback noted noting whoever lest clerk squatter deaf anew
`
    .trim()
    .split(/\s+/),
)
const NETWORK = new RegExp(`^(node:)?(${NETWORK_MODULES.join('|')})(/|$)`)
const NAMES_THAT_SAY_NOTHING = /(^|\/)(utils?|helpers?|common|misc|shared|manager|base|lib|types)(\.ts|\/)/
const MAX_LINES = 500
const MAX_FILES_IN_FOLDER = 15
/** Of the exported names, types included. */
const MIN_DOCBLOCK_SHARE = 0.8
/** What the tests find their database server by. */
const DATABASE = 'test/support/database/database-url.ts'
/** What starts processes, as far as tests use it. */
const STARTERS: readonly string[] = [
  'node:child_process',
  'src/platform/db/embedded/embedded-postgres.ts',
  'src/worker/browser/browser-pool.ts',
  'src/worker/browser/browser-process.ts',
  'src/worker/browser/unpack-chromium.ts',
  'src/worker/isolate/isolate.ts',
  'src/worker/isolate/lower-priority.ts',
  'src/worker/ocr/recognizer.ts',
  'src/worker/run-worker.ts',
]

const ringOf = (path: string) => path.split('/')[1] as string

/** `wayOut`: what to do about those that there are. */
function assertNone(wrong: readonly string[], wayOut: string): void {
  assert.ok(wrong.length === 0, `${wayOut}\n${wrong.join('\n')}`)
}

test('the walk sees the tree', () => {
  assert.ok(sources.length > 30, `${sources.length} files`)
  const unknown = [...new Set(sources.map(ringOf))].filter((ring) => !(ring in RINGS))
  assertNone(
    unknown,
    'A ring needs its row in test/rings.ts and docs/architecture.md, and its alias in package.json.',
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
  assertNone(
    wrong,
    'test/rings.ts says which rings a ring may import. What two need goes into one that both may import.',
  )
})

test('an extractor never imports another', () => {
  const wrong = sources
    .filter((path) => path.startsWith('src/extractors/'))
    .flatMap((path) =>
      specifiers(path)
        .filter((s) => s.startsWith('#extractors/') && s.split('/')[1] !== path.split('/')[2])
        .map((s) => `${path} imports ${s}`),
    )
  assertNone(
    wrong,
    'Readers that two extractors need go into src/parsing, work on a request into src/extract.',
  )
})

test('only src/platform/egress opens sockets to the world', () => {
  const wrong = sources.filter(
    (path) =>
      !isTest(path) &&
      !path.startsWith('src/platform/egress/') &&
      specifiers(path).some((s) => NETWORK.test(s)),
  )
  const wayOut =
    'An extractor asks by `context.fetch`, a service another one by a peer (src/platform/egress/peer.ts).'
  assertNone(wrong, wayOut)
  // A file may call its own `fetch`; a method of that name is no call.
  const callsFetch = (text: string) =>
    /(?:await|void|return|=|\(|,)\s*fetch\(/.test(text) && !/const fetch =|[{,]\s*fetch\s*[,}]/.test(text)
  const globals = sources.filter(
    (path) =>
      !isTest(path) &&
      !path.startsWith('src/platform/egress/') &&
      callsFetch(read(path).replace(/\/\/.*$/gm, '')),
  )
  assertNone(globals, wayOut)
})

test('whoever uses the job engine takes the parts it needs', () => {
  const wrong = production.filter(
    (path) => path !== 'src/platform/jobs/job-engine.ts' && /\bJobEngine\b/.test(read(path)),
  )
  assertNone(
    wrong,
    'Instead of JobEngine, name its parts: JobSubmission, JobLeases, JobReads, JobWorkers, JobQueue, JobSignals.',
  )
})

test('only src/config reads the environment', () => {
  const wrong = sources.filter(
    (path) => !isTest(path) && !path.startsWith('src/config/') && read(path).includes('process.env'),
  )
  assertNone(wrong, 'A setting is a row of src/config/settings.ts and is handed down by src/bin.')
})

test('every file says what it is for, is short, and has a name that means something', () => {
  const wrong = sources.flatMap((path) => {
    const lines = read(path).split('\n')
    return [
      ...(isTest(path) || lines[0]?.startsWith('// ')
        ? []
        : [`${path}: no first line that says what it is for`]),
      ...(lines.length - 1 <= MAX_LINES ? [] : [`${path}: ${lines.length - 1} lines`]),
      ...(NAMES_THAT_SAY_NOTHING.test(path) ? [`${path}: a name that says nothing`] : []),
    ]
  })
  assertNone(
    wrong,
    `A file begins with a comment line, has at most ${MAX_LINES} lines and is named after what it exports.`,
  )
})

test('no file imports itself in a circle, and no folder', () => {
  const files = new Map(sources.map((path) => [path, importsOf(path)]))
  const wayOut =
    'What both need goes into a third file, as the schemas of an extractor do into its options.ts.'
  const fileCircles = circlesOf(files)
  assertNone(fileCircles, wayOut)
  const folders = new Map<string, string[]>()
  for (const path of production) {
    const others = importsOf(path).map((target) => dirname(target))
    const own = folders.get(dirname(path)) ?? []
    folders.set(dirname(path), [...own, ...others.filter((folder) => folder !== dirname(path))])
  }
  assertNone(
    circlesOf(folders),
    'Of two folders that import each other, what both need goes into a third one, or they are one.',
  )
})

test('circles are found, however long they are', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ])
  assert.deepEqual(circlesOf(graph), ['a → b → c → a'])
})

test('a folder holds at most 15 files beside its tests', () => {
  const sizes = Map.groupBy(production, (path) => dirname(path))
  const wrong = [...sizes].filter(([, files]) => files.length > MAX_FILES_IN_FOLDER)
  assertNone(
    wrong.map(([folder, files]) => `${folder}: ${files.length} files`),
    'Files that belong together go into a folder of their own inside it.',
  )
})

test('inside platform imports go down', () => {
  const partOf = (path: string) => /^src\/platform\/([^/]+)\//.exec(path)?.[1] ?? null
  const wrong = production.flatMap((path) => {
    const part = partOf(path)
    if (part === null) return []
    return importsOf(path)
      .filter((target) => {
        const other = partOf(target)
        return other !== null && PLATFORM.indexOf(other) > PLATFORM.indexOf(part)
      })
      .map((target) => `${path} imports ${target}`)
  })
  assertNone(wrong, `A part imports only itself and those before it: ${PLATFORM.join(', ')}.`)
  const parts = new Set(production.flatMap((path) => partOf(path) ?? []))
  assert.deepEqual([...parts].toSorted(), PLATFORM.toSorted())
})

test('names are made of words that other systems use', () => {
  const wrong = production.flatMap((path) => {
    const names = [path, ...identifiersOf(read(path))]
    return names
      .flatMap((name) => wordsOf(name).map((word) => [name, word] as const))
      .filter(([, word]) => PRIVATE_WORDS.has(word))
      .map(([name, word]) => `${path}: ${word === name ? name : `${word} in ${name}`}`)
  })
  assertNone(
    [...new Set(wrong)],
    'These words say something else to readers of other systems, or nothing. Take theirs: max and min for most and fewest, ' +
      'slot, store, queue, request, policy, hook.',
  )
  assert.deepEqual(wordsOf('src/a-b/createJobDesk.ts'), ['src', 'a', 'b', 'create', 'job', 'desk', 'ts'])
})

test('each rule that the lint leaves off has its reason', () => {
  const lines = read('oxlint.config.ts').split('\n')
  const off = lines.flatMap((line, at) => (line.endsWith(": 'off',") ? [at] : []))
  assert.ok(off.length > 0)
  const isReasoned = (at: number): boolean => {
    const before = lines[at - 1]?.trim() ?? ''
    return before.startsWith('//') || (before.endsWith(": 'off',") && isReasoned(at - 1))
  }
  const general = off.filter((at) => lines[at]?.startsWith("    '"))
  assert.deepEqual(
    general.filter((at) => !isReasoned(at)).map((at) => lines[at]),
    [],
  )
})

test('each line that the lint passes over has its reason', () => {
  const wrong = sources.flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => /\/[/*] oxlint-disable/.test(line) && !/ -- \S/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  assertNone(wrong, 'The reason stands behind the rule: `// oxlint-disable-next-line rule -- reason`.')
})

test('exports say what they are: four of five have a docblock', () => {
  const described = production
    .filter((path) => !path.endsWith('.gen.ts'))
    .flatMap((path) => [...exportsOf(read(path)).values()])
  const share = described.filter(Boolean).length / described.length
  assert.ok(share >= MIN_DOCBLOCK_SHARE, `${(100 * share).toFixed(1)} % of ${described.length} exports`)
  const sample = '/** A. */\nexport const A = 1\nexport type A = number\n\nexport function b() {\n'
  assert.deepEqual(
    [...exportsOf(sample)],
    [
      ['A', true],
      ['b', false],
    ],
  )
})

test('the suffix of a test says what it needs: PostgreSQL, processes, or nothing', () => {
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
  const kinds = files.map((path) => {
    const used = usedByTest(path)
    const starter = STARTERS.find((one) => used.has(one))
    const suffix = `${starter === undefined ? '' : '.process'}${used.has(DATABASE) ? '.pg' : ''}.test.ts`
    const needs = [starter, used.has(DATABASE) ? DATABASE : undefined].filter((one) => one !== undefined)
    return { path, suffix, needs, isRight: path.slice(path.indexOf('.')) === suffix }
  })
  assertNone(
    kinds
      .filter(({ isRight }) => !isRight)
      .map(
        ({ path, suffix, needs }) =>
          `${path} should end in ${suffix}: it uses ${needs.join(' and ') || 'neither'}`,
      ),
    'A test that may start processes or needs PostgreSQL, by what it and test/support import, says so in its name.',
  )
  assert.equal(new Set(kinds.map(({ suffix }) => suffix)).size, 4)
  const missing = [DATABASE, ...STARTERS.slice(1)].filter((path) => !existsSync(new URL(path, root)))
  assert.deepEqual(missing, [])
})

test('test/ holds tests by feature, everything else is in test/support, and no folder is large', () => {
  const files = globSync('test/**/*.ts', { cwd: root })
  const sizes = Map.groupBy(files, (path) => dirname(path))
  const large = [...sizes].filter(([, each]) => each.length > MAX_FILES_IN_FOLDER)
  assertNone(
    large.map(([folder, each]) => `${folder}: ${each.length} files`),
    'Tests of one part of the feature go into a folder of their own inside it.',
  )
  const elsewhere = /^test\/(support\/|egress\/namespace\/|patterns\/|(rings|run)\.ts$)/
  assertNone(
    files.filter((path) => !isTest(path) && !elsewhere.test(path)),
    'What tests share goes to test/support.',
  )
})

test('the client keeps the rules of src, and src takes only its types', () => {
  const files = globSync('client/src/**/*.ts', { cwd: root }).toSorted()
  // What is generated is as long as the description of its service; it is searched by route and never edited.
  const written = files.filter((path) => !path.endsWith('.gen.ts'))
  assert.ok(
    written.length > 10 && files.length > written.length,
    `${written.length} of ${files.length} files`,
  )
  assert.ok(written.length <= MAX_FILES_IN_FOLDER, `${written.length} files`)
  const wrong = written.flatMap((path) => [
    ...(read(path).startsWith('// ') ? [] : [`${path}: first line`]),
    ...(read(path).split('\n').length - 1 <= MAX_LINES ? [] : [`${path}: too long`]),
    ...(NAMES_THAT_SAY_NOTHING.test(path) ? [`${path}: name`] : []),
  ])
  const values = production.filter((path) => /^(?:import|export) (?!type )[^']*'#client\//m.test(read(path)))
  assert.deepEqual([wrong, values], [[], []])
})

test('the pages keep the rules of src: imports, first lines, sizes of files and folders', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root })
  assert.ok(files.length > 50, `${files.length} files`)
  const sizes = Map.groupBy(
    files.filter((path) => !isTest(path)),
    (path) => dirname(path),
  )
  const wrong = [
    ...files
      .filter((path) => specifiers(path).some((s) => s.startsWith('../')))
      .map((path) => `${path}: ../`),
    // A page knows the wire, and nothing else of the services; the pages do not know each other.
    ...files
      .filter((path) => !isTest(path))
      .flatMap((path) => {
        const page = path.split('/')[2] ?? ''
        return specifiers(path)
          .filter(
            (s) =>
              s.startsWith('#') && !['shared', 'contract', page].includes(s.slice(1).split('/')[0] ?? ''),
          )
          .map((s) => `${path} imports ${s}`)
      }),
    ...files
      .filter((path) => !isTest(path) && !read(path).startsWith('// '))
      .map((path) => `${path}: first line`),
    ...files
      .filter((path) => read(path).split('\n').length - 1 > MAX_LINES)
      .map((path) => `${path}: too long`),
    // `shared` says enough here: of both pages.
    ...files
      .filter((path) => NAMES_THAT_SAY_NOTHING.test(path.replace('/shared/', '/').replace(/x$/, '')))
      .map((path) => `${path}: name`),
    ...[...sizes]
      .filter(([, each]) => each.length > MAX_FILES_IN_FOLDER)
      .map(([folder, each]) => `${folder}: ${each.length} files`),
  ]
  assert.deepEqual(wrong, [])
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
  assertNone(missing, 'package.json has no such script.')
})

/** What a test imports by itself and through the files of test/, by path or, outside this repository, by name. */
function usedByTest(path: string): Set<string> {
  const used = new Set<string>()
  const visited = new Set([path])
  for (const file of visited) {
    for (const specifier of specifiers(file, /^import type [^;']*?from '[^']+'/gm)) {
      const found = resolvePath(file, specifier)
      used.add(found)
      if (found.startsWith('test/')) visited.add(found)
    }
  }
  return used
}

/** What a file declares: values, functions, types, and the fields of its interfaces. */
function identifiersOf(text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const declared =
    /\b(?:const|let|function|interface|type|class)\s+([A-Za-z_]\w*)|^\s*(?:readonly\s+)?([a-z]\w*)\??(?:\(|:)/gm
  return [...code.matchAll(declared)].flatMap((match) => match[1] ?? match[2] ?? [])
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '')
}
