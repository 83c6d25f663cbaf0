// Builds the pages of both services into web/dist and compresses the files: `npm ci` runs it as the script `prepare`.
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type * as Vite from 'vite'

const root = fileURLToPath(new URL('./', import.meta.url))
const dist = join(root, 'dist')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Without its development dependencies an installation has no Vite; it then serves what is in web/dist, if anything. */
async function loadVite(): Promise<typeof Vite | null> {
  try {
    return await import('vite')
  } catch (error) {
    if (Object(error).code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

/** Writes `file.br` and `file.gz` beside a file, and describes it for src/platform/http/pages. */
async function compress(path: string): Promise<object> {
  const bytes = await readFile(join(dist, path))
  const type = TYPES[extname(path)]
  if (type === undefined) throw new Error(`web/dist/${path} has an ending without a media type`)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(join(dist, `${path}.br`), br), writeFile(join(dist, `${path}.gz`), gz)])
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { path, type, hash, bytes: bytes.length, gzipBytes: gz.length }
}

async function build(): Promise<void> {
  const vite = await loadVite()
  if (vite === null) {
    process.stderr.write('The pages were not built: development dependencies are not installed.\n')
    return
  }
  await vite.build({
    root,
    configFile: false,
    base: './',
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: dist,
      emptyOutDir: true,
      assetsDir: 'page',
      target: 'es2023',
      // A file of its own for each asset: the policy of the pages allows no data: but for images.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The map and its worker are large, and loaded apart from the page.
      chunkSizeWarningLimit: 1_200,
      rolldownOptions: { input: { places: join(root, 'places.html'), crawl: join(root, 'crawl.html') } },
    },
  })
  const names = await readdir(dist, { recursive: true, withFileTypes: true })
  const paths = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
  const files = await Promise.all(paths.toSorted().map(compress))
  await writeFile(join(dist, 'files.json'), `${JSON.stringify({ files }, null, 1)}\n`)
}

await build()
