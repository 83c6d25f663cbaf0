// Holds the documents to the program: every command that one of them names exists and takes what it is given there.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseCommandLine } from '#bin/cli/command-line.ts'
import { COMMANDS } from '#bin/commands.ts'
import { isScope } from '#contract/key.ts'
import {
  ClaimBody,
  CompleteBody,
  DirectWorkerBody,
  FailBody,
  HeartbeatBody,
  ProgressBody,
  RegisterWorkerBody,
  WORKER_STATES,
} from '#contract/worker.ts'
import { operationsOf } from '#crawl/extractors/operations.ts'
import { siteBody } from '#crawl/sites/request/site-input.ts'
import { discoverExtractors } from '#extract/discover.ts'
import { MapInput } from '#extractors/sites/request/options.ts'
import { SETTING_NAMES, SETTINGS } from '#config/settings.ts'

const root = new URL('../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', 'client/*.md'], { cwd: root }).toSorted()

interface Named {
  readonly document: string
  readonly command: string
}

/** The commands of shell blocks, continued lines joined, and those that a sentence quotes. */
function commandsIn(document: string): Named[] {
  const text = read(document)
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map((match) => match[1] as string)
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
  const quoted = [...text.matchAll(/`((?:surveyor|npm|node) [^`\n]*)`/g)].map((match) => match[1] as string)
  return [...lines, ...quoted]
    .flatMap((line) => line.replace(/\s#\s.*$/, '').split(' && '))
    .map((command) => ({ document, command: command.trim() }))
    .filter(({ command }) => command !== '')
}

const named = documents.flatMap(commandsIn)

/** The words of a command as a shell would split it; variables before it are answered apart. */
function wordsOf(command: string): { readonly variables: string[]; readonly words: string[] } {
  const parts = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? (match[3] as string),
  )
  const first = parts.findIndex((part) => !/^[A-Z_]+=/.test(part))
  return {
    variables: parts
      .slice(0, first === -1 ? parts.length : first)
      .map((part) => part.split('=', 1)[0] as string),
    words: first === -1 ? [] : parts.slice(first),
  }
}

function checkSurveyor(args: readonly string[]): void {
  const [name = '', ...rest] = args
  if (name.startsWith('--') || name === 'COMMAND') return
  const command = COMMANDS[name]
  assert.ok(command !== undefined, `there is no command ${name}`)
  const { options } = parseCommandLine(rest, command)
  if (typeof options['scopes'] === 'string') {
    for (const scope of options['scopes'].split(',')) assert.ok(isScope(scope), scope)
  }
}

test('the client has the version of the product, and the documents name the file of that version', () => {
  const versionOf = (path: string): unknown => Object(JSON.parse(read(path))).version
  const version = versionOf('package.json')
  assert.equal(versionOf('client/package.json'), version)
  const files = documents.flatMap((path) => read(path).match(/surveyor-client-[\d.]+\.tgz/g) ?? [])
  assert.deepEqual([...new Set(files)], [`surveyor-client-${String(version)}.tgz`])
})

test('the documents name commands', () => {
  assert.ok(named.length > 20, `${named.length} commands in ${documents.length} documents`)
})

test('every surveyor command of the documents is one that the program takes', () => {
  const known = new Set<string>(SETTING_NAMES.map((name) => SETTINGS[name].env))
  for (const { document, command } of named) {
    const { variables, words } = wordsOf(command)
    try {
      for (const variable of variables) assert.ok(known.has(variable), `no setting ${variable}`)
      if (words[0] === 'surveyor') checkSurveyor(words.slice(1))
      if (words[0] === 'node' && words[1] === 'src/bin/surveyor.mjs') checkSurveyor(words.slice(2))
      const start = words.indexOf('--')
      const script = words[1] === 'run' ? words[2] : words[1]
      if (words[0] === 'npm' && (script === 'start' || script === 'demo')) {
        checkSurveyor([script, ...(start === -1 ? [] : words.slice(start + 1))])
      }
    } catch (error) {
      assert.fail(`${document}: ${command}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
})

test('every npm script, lab, benchmark and test file of the documents exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  // Each says its name itself.
  const below = (folder: string): string[] =>
    globSync(`${folder}/**/*.ts`, { cwd: root }).flatMap((path) =>
      [...read(path).matchAll(/^export const name = '([^']+)'$/gm)].map((match) => match[1] as string),
    )
  const programs: Record<string, string[]> = { lab: below('lab'), bench: below('bench') }
  const wrong = named.flatMap(({ document, command }) => {
    const { words } = wordsOf(command)
    if (words[0] !== 'npm' || words[1] !== 'run' || words[2] === undefined) return []
    const [, , script, ...rest] = words
    if (scripts[script] === undefined) return [`${document}: no script ${script}`]
    // The value after an option belongs to it.
    const firstOption = rest.findIndex((word) => word.length > 2 && word.startsWith('--'))
    const args = (firstOption === -1 ? rest : rest.slice(0, firstOption)).filter(
      (word) => word !== '--' && !word.includes('…') && !/^[A-Z]+$/.test(word),
    )
    if (script === 'test:one') {
      return args
        .filter((path) => !path.startsWith('path/') && globSync(path, { cwd: root }).length === 0)
        .map((path) => `${document}: no test ${path}`)
    }
    const known = programs[script]
    return known === undefined
      ? []
      : args
          .filter(
            (word) => word !== 'all' && !known.some((name) => name === word || name.startsWith(`${word}-`)),
          )
          .map((word) => `${document}: no ${script} ${word}`)
  })
  assert.deepEqual(wrong, [])
})

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

// `npm install` writes a lockfile without the platform packages that it cannot find, and `npm ci` refuses that later.
test('every lockfile holds each package that another one names, those of other platforms too', () => {
  const folders = ['', 'bench/peers/', 'bench/queue-peers/', 'bench/openapi-peers/']
  const missing = folders.flatMap((folder) => {
    const { packages } = JSON.parse(read(`${folder}package-lock.json`)) as {
      packages: Record<string, Locked>
    }
    const own = JSON.parse(read(`${folder}package.json`)) as Locked
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
      assert.deepEqual(packages['']?.[kind], own[kind], `${folder}package.json and its lockfile differ`)
    }
    return Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isFound(packages, path, name))
        .map((name) => `${folder}package-lock.json: ${path} needs ${name}`),
    )
  })
  assert.deepEqual(missing, [])
})

/** As Node resolves it: beside the package, then in each folder above. */
function isFound(packages: Readonly<Record<string, Locked>>, path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`] !== undefined) return true
    if (at === '') return false
  }
}

test('every link between the documents leads somewhere', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map((match) => match[1] as string)
      .filter((target) => !existsSync(new URL(target, new URL(document, root))))
      .map((target) => `${document}: ${target}`),
  )
  assert.deepEqual(broken, [])
})

test('every file and folder that a document names is there', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/`((?:src|test|lab|bench|scripts)\/[\w./*-]*)`/g)]
      .map((match) => match[1] as string)
      .filter((named) => globSync(named, { cwd: root }).length === 0)
      .map((named) => `${document}: ${named}`),
  )
  assert.deepEqual(missing, [])
})

test('each extractor is shown by a page of docs/, and README leads to each page', async () => {
  const pages = globSync('docs/*.md', { cwd: root })
  const text = pages.map(read).join('\n')
  const extractors = await discoverExtractors(new URL('src/extractors/', root))
  const unnamed = operationsOf(extractors)
    .filter(({ extractor }, at, all) => all.findIndex((other) => other.extractor === extractor) === at)
    .filter(({ operation }) => !text.includes(operation.path))
    .map(({ operation }) => `no page shows ${operation.path}`)
  const unlinked = pages
    .filter((page) => !read('README.md').includes(`](${page})`))
    .map((page) => `README.md has no row for ${page}`)
  assert.deepEqual([...unnamed, ...unlinked], [])
})

test('the protocol page says what each request must hold', () => {
  const page = read('docs/workers.md')
  const rows = (title: string): string[] =>
    (page.split(`| ${title}`)[1] ?? '').split('\n\n')[0]?.split('\n').slice(2) ?? []
  const wordsIn = (text: string): string[] =>
    [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string)
  const words = (schema: object): string[] | undefined =>
    'enum' in schema && Array.isArray(schema.enum) ? schema.enum.map(String) : undefined
  assert.deepEqual(
    rows('status').flatMap((row) => wordsIn(row.split('|')[1] ?? '')),
    WORKER_STATES,
  )
  const [, directive, others = ''] = /\{"directive": "(\w+)"\}` \((.*?)\)/.exec(page) ?? []
  assert.deepEqual(
    [directive, ...wordsIn(others)].toSorted(),
    words(DirectWorkerBody.properties.directive)?.toSorted(),
  )
  assert.deepEqual(
    wordsIn(/^`status` is (.*?)\./m.exec(page)?.[1] ?? ''),
    words(HeartbeatBody.properties.status),
  )

  const bodies = {
    register: RegisterWorkerBody,
    heartbeat: HeartbeatBody,
    claim: ClaimBody,
    progress: ProgressBody,
    complete: CompleteBody,
    fail: FailBody,
  }
  const told = new Map(rows('request').map((row) => [row.split('|')[1]?.trim(), wordsIn(row)]))
  assert.deepEqual([...told.keys()], Object.keys(bodies))
  for (const [name, body] of Object.entries(bodies)) {
    assert.deepEqual(told.get(name)?.toSorted(), requiredIn(body).toSorted(), name)
  }
})

/** `error.code`: what must be there, down into the objects that must be there. */
function requiredIn(schema: object): string[] {
  const { required = [], properties = {} } = schema as {
    readonly required?: readonly string[]
    readonly properties?: Readonly<Record<string, object>>
  }
  return required.flatMap((name) => {
    const inner = requiredIn(properties[name] ?? {})
    return inner.length === 0 ? [name] : inner.map((part) => `${name}.${part}`)
  })
}

/** What the crawls and maps of others publish, by the page of docs/ that says how each is said here. */
const OPTIONS_OF_OTHERS: Readonly<Record<string, string>> = {
  'docs/sites.md': `
    url includePaths excludePaths regexOnFullURL maxDiscoveryDepth limit crawlEntireDomain allowSubdomains
    allowExternalLinks sitemap ignoreRobotsTxt robotsUserAgent deduplicateSimilarURLs ignoreQueryParameters delay
    maxConcurrency webhook headers metadata events scrapeOptions zeroDataRetention prompt params-preview status completed
    total creditsUsed expiresAt data next cancel ongoing errors robotsBlocked
    score_threshold max_depth max_pages include_external resume_state on_state_change should_cancel
    source pattern max_urls hits_per_sec query extract_head live_check`,
  'docs/site-maps.md': `
    url search limit includeSubdomains ignoreQueryParameters sitemap filterByPath includePaths excludePaths regexOnFullURL
    timeout ignoreCache headers location useIndex links`,
}
/** Words in the tables that are values or parts of answers here. */
const OTHER_WORDS = new Set(
  'host path domain any status items nextCursor pause resume lastmod links url title sources reasons lists'.split(
    ' ',
  ),
)

test('every option of Firecrawl and Crawl4AI has its row, which names options that there are', async () => {
  const extractors = await discoverExtractors(new URL('src/extractors/', root))
  const page = operationsOf(extractors).find(({ jobType }) => jobType === 'page.extract')
  assert.ok(page !== undefined)
  const known = new Set([...Object.keys(siteBody(page).properties), ...Object.keys(MapInput.properties)])
  for (const [document, names] of Object.entries(OPTIONS_OF_OTHERS)) {
    const [, tables = ''] = read(document).split(/^## (?:Options of other crawlers|From Firecrawl's map)$/m)
    const rows = [...tables.matchAll(/^\| (.*?) \| (.*) \|$/gm)].map(([, theirs = '', ours = '']) => ({
      theirs,
      ours,
    }))
    const wordsIn = (text: string) =>
      [...text.matchAll(/`([\w-]+)[^`]*`|\b(sitemap)\b/g)].map(([, word, bare]) => word ?? bare)
    const told = new Set(rows.flatMap(({ theirs }) => wordsIn(theirs)))
    assert.deepEqual(
      names
        .trim()
        .split(/\s+/)
        .filter((name) => !told.has(name)),
      [],
      document,
    )
    const ours = rows.flatMap((row) => [...row.ours.matchAll(/`(\w+)`/g)].map(([, word = '']) => word))
    assert.ok(ours.length > 15, `${ours.length} words in ${document}`)
    assert.deepEqual(
      ours.filter((word) => !known.has(word) && !OTHER_WORDS.has(word)),
      [],
      document,
    )
  }
})
