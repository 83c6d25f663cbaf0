// Writes the modules that children import, with all that these import, into a few files of dist/parsers. A child may write
// nothing, so it would strip and compile hundreds of modules at each start. `npm ci` runs it as a part of `prepare`.
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Rolldown from 'rolldown'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist', 'parsers')

/** The program of a child. */
const CHILD = 'src/worker/isolate/isolate-child.ts'
/** What `childSide` makes, see src/extract/work.ts. */
const PARSER = /^export const parse\b/m
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
  const hashes = await Promise.all(sources.map(async (path) => hashOf(await readFile(join(root, path)))))
  const entries = chunks.flatMap(({ facadeModuleId, fileName }) =>
    facadeModuleId === null ? [] : [[relative(root, facadeModuleId), basename(fileName)] as const],
  )
  const files = {
    modules: Object.fromEntries(entries),
    sources: Object.fromEntries(sources.map((path, at) => [path, hashes[at]])),
  }
  await writeFile(join(dist, 'files.json'), `${JSON.stringify(files, null, 1)}\n`)
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

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

await bundle()
