// Writes the typed clients from the OpenAPI documents of the services (client/generated-files.ts says which):
// `generate-client.ts [--check] [--crawl=URL] [--places=URL]`. With --check it writes nothing and ends with 1 where a file
// is not what it would write. With a URL only the files of that service are made; without one it starts both services.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { clientCode, type OpenApiDocument } from './client/client-code.ts'
import { GENERATED_FILES, type GeneratedFile } from './client/generated-files.ts'

type Service = GeneratedFile['service']

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** The document of a service that is started for this purpose, with nothing around it. */
async function documentOfOwn(service: Service): Promise<OpenApiDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'surveyor-client-'))
  const { PATH = '', HOME = '' } = process.env
  const program = join(ROOT, 'src/bin/surveyor.mjs')
  const child = spawn(process.execPath, [program, service, `--${service}-port`, '0'], {
    cwd: folder,
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes(`"${service} is ready"`))
        return await documentAt((JSON.parse(line) as { url: string }).url)
    }
    throw new Error(`${service} ended before it was ready.`)
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

async function documentAt(url: string): Promise<OpenApiDocument> {
  const answer = await fetch(new URL('/openapi.json', url))
  if (!answer.ok) throw new Error(`${url} answered with ${answer.status}.`)
  return (await answer.json()) as OpenApiDocument
}

function codeOf(file: GeneratedFile, document: OpenApiDocument): string {
  return formatted(clientCode(document, file.routesOf(document), file), file.path)
}

/** As oxfmt writes it, so that the file is formatted like every other. */
function formatted(code: string, path: string): string {
  const oxfmt = join(dirname(createRequire(import.meta.url).resolve('oxfmt/package.json')), 'bin/oxfmt')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [oxfmt, `--stdin-filepath=${join(ROOT, path)}`, `--config=${join(ROOT, '.oxfmtrc.json')}`],
    { cwd: ROOT, input: code, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`oxfmt ended with ${status}: ${stderr}`)
  return stdout
}

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, crawl: { type: 'string' }, places: { type: 'string' } },
})
const services = (['crawl', 'places'] as const).filter(
  (service) => values[service] !== undefined || (values.crawl ?? values.places) === undefined,
)
for (const service of services) {
  const url = values[service]
  const document = url === undefined ? await documentOfOwn(service) : await documentAt(url)
  for (const file of GENERATED_FILES.filter((each) => each.service === service)) {
    const target = join(ROOT, file.path)
    const code = codeOf(file, document)
    if (values.check !== true) {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, code)
    } else if (!existsSync(target) || readFileSync(target, 'utf8') !== code) {
      process.stderr.write(`${file.path} is out of date: npm run client\n`)
      process.exitCode = 1
    }
  }
}
