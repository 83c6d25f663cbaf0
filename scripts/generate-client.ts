// Writes src/contract/crawl/crawl-client.gen.ts, the typed client by which places calls crawl, from crawl's OpenAPI document:
// `generate-client.ts [--check] [URL of a running crawl]`. With --check it writes nothing and ends with 1 where the file
// is not what it would write. Without a URL it starts a crawl of its own.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { clientCode, type OpenApiDocument } from './client/client-code.ts'

/** The operations of crawl that places uses. */
const OPERATIONS = [
  'POST /api/v1/maps/resolve',
  'POST /api/v1/maps/search',
  'POST /api/v1/maps/understand',
  'POST /api/v1/maps/extract',
  'POST /api/v1/enrich/contact',
  'GET /api/jobs/{id}',
  'POST /api/jobs/{id}/cancel',
]

/** Their data is read by a schema of places' own: the types of all that crawl answers would be the longest file here. */
const OWN_DATA = [
  '/api/v1/enrich/contact',
  '/api/v1/maps/extract',
  '/api/v1/maps/resolve',
  '/api/v1/maps/search',
  '/api/v1/maps/understand',
]

const HEADER = `// The operations of crawl that places calls. Generated from crawl's OpenAPI document by scripts/generate-client.ts: not
// edited by hand.`

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const FILE = join(ROOT, 'src/contract/crawl/crawl-client.gen.ts')

/** The document of a crawl that is started for this purpose, with nothing around it. */
async function crawlDocument(): Promise<OpenApiDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'surveyor-client-'))
  const { PATH = '', HOME = '' } = process.env
  const crawl = spawn(process.execPath, [join(ROOT, 'src/bin/surveyor.mjs'), 'crawl', '--crawl-port', '0'], {
    cwd: folder,
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(crawl, 'close')
  try {
    for await (const line of createInterface({ input: crawl.stdout })) {
      if (line.includes('"crawl is ready"'))
        return await documentAt((JSON.parse(line) as { url: string }).url)
    }
    throw new Error('Crawl ended before it was ready.')
  } finally {
    crawl.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

async function documentAt(url: string): Promise<OpenApiDocument> {
  const answer = await fetch(new URL('/openapi.json', url))
  if (!answer.ok) throw new Error(`${url} answered with ${answer.status}.`)
  const document = (await answer.json()) as OpenApiDocument
  for (const path of OWN_DATA) {
    const content = document.paths[path]?.['post']?.responses['200']?.content
    if (content === undefined) throw new Error(`${url} has no POST ${path}.`)
    Object.assign(content, {
      'application/json': {
        schema: { type: 'object', required: ['data'], properties: { data: {} } },
      },
    })
  }
  return document
}

/** As oxfmt writes it, so that the file is formatted like every other. */
function formatted(code: string): string {
  const oxfmt = join(dirname(createRequire(import.meta.url).resolve('oxfmt/package.json')), 'bin/oxfmt')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [oxfmt, `--stdin-filepath=${FILE}`, `--config=${join(ROOT, '.oxfmtrc.json')}`],
    { cwd: ROOT, input: code, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`oxfmt ended with ${status}: ${stderr}`)
  return stdout
}

const url = process.argv.slice(2).find((word) => !word.startsWith('--'))
const document = url === undefined ? await crawlDocument() : await documentAt(url)
const code = formatted(clientCode(document, OPERATIONS, { header: HEADER, name: 'Crawl' }))
if (!process.argv.includes('--check')) writeFileSync(FILE, code)
else if (readFileSync(FILE, 'utf8') !== code) {
  process.stderr.write(
    'src/contract/crawl/crawl-client.gen.ts is out of date: node scripts/generate-client.ts\n',
  )
  process.exitCode = 1
}
