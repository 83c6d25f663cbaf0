// Writes the modules that children import, with all that these import, into a few files of dist/parsers. A child may write
// nothing, so it would strip and compile hundreds of modules at each start. `npm ci` runs it as a part of `prepare`.
import { globSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Rolldown from 'rolldown'
import { BUNDLE_FOLDER, hashOf, PARSER, type BundledFiles } from '#worker/isolate/parser-bundle.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, BUNDLE_FOLDER)

/** The program of a child. */
const CHILD = 'src/worker/isolate/isolate-child.ts'
/** They load files that lie beside their code, in ways that a bundler does not see. */
const UNBUNDLED = /^(@hyzyla\/pdfium|@scalar\/openapi-parser|@silvia-odwyer\/photon-node|jsonc-parser|sharp)/

/** Without its development dependencies an installation has no bundler; its children then import the sources. */
async function loadBundler(): Promise<typeof Rolldown | null> {
  try {
    return await import('rolldown')
  } catch (error) {
    if (Object(error).code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

async function parsers(): Promise<string[]> {
  const paths = globSync('src/{extract,extractors}/**/*.ts', { cwd: root }).filter(
    (path) => !path.includes('.test.'),
  )
  const texts = await Promise.all(paths.map(async (path) => readFile(join(root, path), 'utf8')))
  return paths.filter((_, at) => PARSER.test(texts[at] ?? '')).toSorted()
}

async function bundle(): Promise<void> {
  const rolldown = await loadBundler()
  if (rolldown === null) {
    process.stderr.write('The parsers were not bundled: development dependencies are not installed.\n')
    return
  }
  const { output } = await rolldown.build({
    cwd: root,
    input: [CHILD, ...(await parsers())],
    platform: 'node',
    external: UNBUNDLED,
    logLevel: 'warn',
    plugins: [keepAddresses()],
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
    .toSorted()
  const entries = chunks.flatMap(({ facadeModuleId, fileName }) =>
    facadeModuleId === null ? [] : [[relative(root, facadeModuleId), basename(fileName)] as const],
  )
  const files: BundledFiles = {
    modules: Object.fromEntries(entries),
    sources: Object.fromEntries(await Promise.all(sources.map(withHash))),
  }
  // Whole or not there at all: without it the sources are imported.
  const part = join(dist, 'files.json.part')
  await writeFile(part, `${JSON.stringify(files, null, 1)}\n`)
  await rename(part, join(dist, 'files.json'))
}

/** `import.meta.url` stays the address of the source, beside which the data of a module lies. */
function keepAddresses(): Rolldown.Plugin {
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

async function withHash(path: string): Promise<[path: string, hash: string]> {
  return [path, hashOf(await readFile(join(root, path)))]
}

await bundle()
