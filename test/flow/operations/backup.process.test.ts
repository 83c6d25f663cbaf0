// `surveyor backup` of a product at work, and `surveyor restore` into a new data folder, as an operator runs them.
import assert from 'node:assert/strict'
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fieldsOf } from '#kit/unknown-values.ts'
import { runSurveyor, startSurveyor } from '#test/support/programs/surveyor.ts'
import { usedFolder } from '#test/support/programs/used-folder.ts'

const TOWN = fileURLToPath(new URL('../../../demo/town.osm', import.meta.url))

/** A job with a deadline that has passed when it is restored would not run again. */
const PATIENT = { timeoutMs: 300_000, queueTimeoutMs: 3_600_000 }

test('a product at work is backed up, and goes on in a new data folder', async (t) => {
  const site = await startHeldSite(t)
  const workingDir = await usedFolder(t)
  const environment = {
    SURVEYOR_OSM_FILE: TOWN,
    SURVEYOR_HOST_DELAY_MS: '0',
    SURVEYOR_LEASE_MS: '2000',
    SURVEYOR_STOP_GRACE_MS: '0',
    SURVEYOR_EGRESS_HOSTS: `site.test=127.0.0.1:${site.port}`,
    SURVEYOR_EGRESS_ALLOW: `127.0.0.1/32:${site.port}`,
  }
  const surveyor = async (...args: string[]) => runSurveyor(t, args, { workingDir, environment })
  const product = await start(t, { workingDir, environment, dataDir: '.surveyor' })

  const search = await ask(`${product.places}/api/search`, { query: '*' }, { prefer: 'wait=60' })
  await endOf(`${product.places}/api/search/${String(search['id'])}`)
  const places = `/api/exports/${String(search['sessionId'])}?format=ndjson`
  const exported = await textOf(product.places + places)
  assert.ok(exported.split('\n').length > 20, exported)
  const content = 'a file that somebody uploaded'
  const artifact = await ask(`${product.crawl}/api/v1/artifacts`, content)
  const job = await ask(
    `${product.crawl}/api/v1/markdown/extract`,
    { url: 'http://site.test/page', ...PATIENT },
    { prefer: 'respond-async' },
  )
  // A worker has it, and the page does not come before the product has ended.
  await site.asked

  const written = await surveyor('backup', 'mine.backup')
  assert.equal(written.code, 0, written.output)
  assert.match(written.output, /^wrote \S*mine\.backup: \d+ tables, [\d,]+ rows, 1 stored file \(29 bytes\)/m)
  assert.match(written.output, /Not in it: the key pepper \(\S*key-pepper\)/)
  const file = join(workingDir, 'mine.backup')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const bytes = await readFile(file)

  const again = await surveyor('backup', 'mine.backup')
  assert.equal(again.code, 2)
  assert.match(again.output, /mine\.backup exists already\. Another name, or --force/)
  assert.deepEqual(await readFile(file), bytes)
  const nowhere = await surveyor('backup', 'mine.backup/more.backup')
  assert.equal(nowhere.code, 2)
  assert.match(nowhere.output, /mine\.backup\/more\.backup cannot be written \(E[A-Z]+\)/)
  const occupied = await surveyor('restore', 'mine.backup')
  assert.equal(occupied.code, 1)
  assert.match(occupied.output, /in use by another Surveyor/)
  await product.stop()
  const unopened = await surveyor('restore', 'mine.backup', '--data-dir', 'new')
  assert.equal(unopened.code, 1)
  assert.match(
    unopened.output,
    /need its key pepper, and there is none in \S*new\/key-pepper\. Copy the file/,
  )
  await assert.rejects(stat(join(workingDir, 'new')))

  await mkdir(join(workingDir, 'new'))
  await copyFile(join(workingDir, '.surveyor/key-pepper'), join(workingDir, 'new/key-pepper'))
  await writeFile(join(workingDir, 'short.backup'), bytes.subarray(0, -100))
  const damaged = await surveyor('restore', 'short.backup', '--data-dir', 'new')
  assert.equal(damaged.code, 1)
  assert.match(
    damaged.output,
    /The backup is damaged: it is truncated or was altered\. Nothing was loaded\.$/m,
  )
  assert.deepEqual(await readdir(join(workingDir, 'new')), ['key-pepper'])

  const restored = await surveyor('restore', 'mine.backup', '--data-dir', 'new')
  assert.equal(restored.code, 0, restored.output)
  assert.match(restored.output, /^restored \d+ tables, [\d,]+ rows and 1 stored file from 20/m)

  site.release()
  const next = await start(t, { workingDir, environment, dataDir: 'new' })
  assert.equal(await textOf(next.places + places), exported)
  assert.equal(
    fieldsOf(await jsonOf(`${next.places}/api/search/${String(search['id'])}`))['status'],
    'succeeded',
  )
  assert.equal(await textOf(next.crawl + String(artifact['href'])), content)
  const ended = await endOf(`${next.crawl}/api/jobs/${String(job['jobId'] ?? job['id'])}`)
  assert.equal(ended['status'], 'succeeded')
  await next.stop()

  await rm(join(workingDir, 'new/blobs'), { recursive: true })
  const partial = await surveyor('backup', 'partial.backup', '--data-dir', 'new')
  assert.equal(partial.code, 3)
  assert.match(partial.output, /Not in it: 1 stored file that the data folder \S*new does not have/)
})

interface Product {
  readonly places: string
  readonly crawl: string
  stop(): Promise<void>
}

async function start(
  t: TestContext,
  options: {
    readonly workingDir: string
    readonly environment: Readonly<Record<string, string>>
    readonly dataDir: string
  },
): Promise<Product> {
  const { dataDir, ...common } = options
  const program = startSurveyor(
    t,
    ['start', '--places-port', '0', '--crawl-port', '0', '--data-dir', dataDir],
    common,
  )
  const [, places = ''] = await program.line(/^places +(http:\S+)/)
  const [, crawl = ''] = await program.line(/^crawl +(http:\S+)/)
  return {
    places,
    crawl,
    async stop() {
      program.child.kill('SIGTERM')
      await program.ended
    },
  }
}

/** Answers nothing until it is released, and everything afterwards. */
async function startHeldSite(t: TestContext) {
  const held: ServerResponse[] = []
  const asked = Promise.withResolvers<void>()
  let isHeld = true
  const answer = (response: ServerResponse): void => {
    response.setHeader('content-type', 'text/html')
    response.end('<title>Page</title><main><h1>Page</h1><p>It came at last, after a long wait.</p></main>')
  }
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      response.statusCode = 404
      response.end()
    } else if (isHeld) {
      held.push(response)
      asked.resolve()
    } else answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    port: (server.address() as AddressInfo).port,
    asked: asked.promise,
    release() {
      isHeld = false
      for (const response of held) answer(response)
    },
  }
}

async function ask(
  url: string,
  body: string | object,
  headers: Record<string, string> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const isText = typeof body === 'string'
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': isText ? 'text/plain' : 'application/json', ...headers },
    body: isText ? body : JSON.stringify(body),
  })
  const text = await response.text()
  assert.ok(response.ok, text)
  return fieldsOf(JSON.parse(text))
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url)
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return text
}

async function jsonOf(url: string): Promise<unknown> {
  return JSON.parse(await textOf(url))
}

/** Of a job. */
async function endOf(url: string): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const job = fieldsOf(await jsonOf(url))
    if (job['completedAt'] !== null && job['completedAt'] !== undefined) return job
    await delay(50)
  }
}
