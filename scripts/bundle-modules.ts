// Writes the modules of the product, with all that they import, into a few files of dist/: those of the program, and those
// that children import. `npm ci` runs it as a part of `prepare`.
import { globSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Rolldown from 'rolldown'
import { PARSER } from '#extract/work.ts'
import {
  bundleFolder,
  type BundledFiles,
  sourceState,
  type BundleName,
} from '#platform/files/bundled-modules.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** Its folders are found at boot: one more or less is another program. */
const EXTRACTORS = 'src/extractors/'

/** They load files that lie beside their code, in ways that a bundler does not see. */
const UNBUNDLED =
  /^(@duckduckgo\/|@hyzyla\/pdfium|@scalar\/openapi-parser|@silvia-odwyer\/photon-node|@sparticuz\/|jsonc-parser|playwright-core|sharp)/

/** Without its development dependencies an installation has no bundler; the sources are imported then. */
async function loadBundler(): Promise<typeof Rolldown | null> {
  try {
    return await import('rolldown')
  } catch (error) {
    if (Object(error).code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

/** What `src/bin/surveyor.mjs` imports, and the modules that src/extract/discover.ts finds. */
function programs(): string[] {
  return ['src/bin/surveyor.ts', ...globSync(`${EXTRACTORS}*/index.ts`, { cwd: root }).toSorted()]
}

/** The program of a child, and what it imports by a message. */
async function parsers(): Promise<string[]> {
  const paths = globSync('src/{extract,extractors}/**/*.ts', { cwd: root }).filter(
    (path) => !path.includes('.test.'),
  )
  const texts = await Promise.all(paths.map(async (path) => readFile(join(root, path), 'utf8')))
  const found = paths.filter((_, at) => PARSER.test(texts[at] ?? ''))
  return ['src/worker/isolate/isolate-child.ts', ...found.toSorted()]
}

async function bundle({ build }: typeof Rolldown, name: BundleName, input: string[]): Promise<void> {
  const dist = join(root, bundleFolder(name))
  const { output } = await build({
    cwd: root,
    input,
    platform: 'node',
    external: UNBUNDLED,
    logLevel: 'warn',
    plugins: [keepAddresses(dist)],
    output: {
      dir: dist,
      cleanDir: true,
      entryFileNames: '[name]-[hash].mjs',
      chunkFileNames: '[name]-[hash].mjs',
    },
  })
  const chunks = output.filter((part) => part.type === 'chunk')
  const sources = chunks
    .flatMap(({ moduleIds }) => moduleIds)
    .map((id) => relative(root, id))
    .filter((path) => path.startsWith('src/'))
    .concat(EXTRACTORS)
    .toSorted()
  const entries = chunks.flatMap(({ facadeModuleId, fileName }) =>
    facadeModuleId === null ? [] : [[relative(root, facadeModuleId), basename(fileName)] as const],
  )
  const files: BundledFiles = {
    modules: Object.fromEntries(entries),
    sources: Object.fromEntries(sources.map((path) => [path, sourceState(join(root, path))])),
  }
  // Whole or not there at all: without it the sources are imported.
  const part = join(dist, 'files.json.part')
  await writeFile(part, `${JSON.stringify(files, null, 1)}\n`)
  await rename(part, join(dist, 'files.json'))
}

/** `import.meta.url` stays the address of the source, beside which the data of a module lies. */
function keepAddresses(dist: string): Rolldown.Plugin {
  return {
    name: 'keep-addresses',
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: 'import.meta.url' },
      handler: (code, id) =>
        code.replaceAll(
          'import.meta.url',
          `new URL(${JSON.stringify(relative(dist, id))}, import.meta.url).href`,
        ),
    },
  }
}

const bundler = await loadBundler()
if (bundler === null) {
  process.stderr.write('The modules were not bundled: development dependencies are not installed.\n')
} else {
  await bundle(bundler, 'product', programs())
  await bundle(bundler, 'parsers', await parsers())
}
