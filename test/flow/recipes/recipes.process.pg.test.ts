// Every recipe of docs/recipes, run as it is written: its files, its commands, and what they print.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { copyFile, mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startTownServices } from '#test/support/client/town-services.ts'
import { freePort } from '#test/support/programs/free-port.ts'
import { startProgram } from '#test/support/programs/program.ts'
import { temporaryFolder } from '#test/support/programs/surveyor.ts'
import {
  cheaperAxe,
  invoicePdf,
  newStone,
  startRecipeSite,
  type RecipeSite,
} from '#test/support/recipes/recipe-site.ts'
import { isShown, stepsOf } from '#test/support/recipes/recipe.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const RECIPES = globSync('docs/recipes/*.md', { cwd: ROOT }).filter((path) => !path.endsWith('README.md'))
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** What a recipe runs on, and what a test does to it before a step. */
interface Kitchen {
  readonly folder: string
  readonly map: string
  readonly crawlUrl: string
  readonly site: RecipeSite
}

/** By the name of a recipe and the number of its step. */
const BEFORE: Readonly<Record<string, (kitchen: Kitchen) => Promise<void>>> = {
  'invoices-to-tables 0': async ({ folder }) => {
    await mkdir(join(folder, 'invoices'))
    await writeFile(join(folder, 'invoices/2026-117.pdf'), invoicePdf())
    await writeFile(join(folder, 'invoices/notes.bin'), Buffer.from([0, 1, 2, 3, 254, 255]))
  },
  'docs-site-to-markdown 1': async ({ site }) => newStone(site),
  'price-watch 1': async ({ site }) => cheaperAxe(site),
  'watch-a-town 1': async ({ map, crawlUrl }) => {
    const town = await readFile(map, 'utf8')
    const [cafe = ''] = /<node id="1035".*?<\/node>/s.exec(town) ?? []
    const opened = cafe
      .replace('id="1035"', 'id="91035"')
      .replace('The Quay Café', 'Tide & Toast')
      .replace(/<tag k="(?:website|phone)".*?\/>/gs, '')
    assert.notEqual(cafe, '')
    await writeFile(
      map,
      town.replace(cafe, opened.replace('&', '&amp;')).replace('(02) 5550 0102', '(02) 5550 0199'),
    )
    const later = new Date(Date.now() + 60_000)
    await utimes(map, later, later)
    // A worker looks once a second whether its map is another one.
    while (!(await mapHas(crawlUrl, 'Tide & Toast'))) await setTimeout(50)
  },
}

async function mapHas(crawlUrl: string, name: string): Promise<boolean> {
  const response = await fetch(`${crawlUrl}/api/v1/maps/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=30' },
    body: JSON.stringify({ query: name, location: 'Saltmere' }),
  })
  const answer = await response.text()
  assert.equal(response.status, 200, answer)
  return answer.includes(`"name":${JSON.stringify(name)}`)
}

/** A folder in which the recipes find what they import. */
async function installPackages(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t)
  const client = join(folder, 'node_modules/surveyor-client')
  await mkdir(client, { recursive: true })
  await copyFile(join(ROOT, 'client/package.json'), join(client, 'package.json'))
  const build = startProgram(t, process.execPath, [
    TSC,
    '-p',
    join(ROOT, 'client'),
    '--outDir',
    join(client, 'dist'),
  ])
  assert.equal((await build.ended).code, 0, build.output())
  await symlink(join(ROOT, 'node_modules/@duckdb'), join(folder, 'node_modules/@duckdb'))
  await mkdir(join(folder, 'bin'))
  const command = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'src/bin/surveyor.mjs')}" "$@"\n`
  await writeFile(join(folder, 'bin/surveyor'), command, { mode: 0o755 })
  return folder
}

test('every recipe does what it says', async (t) => {
  const [packages, site, mapFolder, receiver] = await Promise.all([
    installPackages(t),
    startRecipeSite(t),
    temporaryFolder(t),
    freePort(),
  ])
  const map = join(mapFolder, 'town.osm')
  await copyFile(join(ROOT, 'demo/town.osm'), map)
  const hosts = ['docs', 'shop'].map((name) => `${name}.example.org=127.0.0.1:${site.port}`)
  const { places, crawl } = await startTownServices(t, { hosts, osmFile: map })
  const onTest = (text: string) =>
    text
      .replaceAll('http://127.0.0.1:4116', places.url)
      .replaceAll('http://127.0.0.1:4312', crawl.url)
      .replaceAll('8090', String(receiver))
      // The sites of the test have no certificates.
      .replaceAll(/https:\/\/(docs|shop)\.example/g, 'http://$1.example')
  const onPaper = (text: string) => text.replaceAll(/http:\/\/(docs|shop)\.example/g, 'https://$1.example')
  const env = {
    PATH: [join(packages, 'bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(':'),
    HOME: packages,
    LC_ALL: 'C.UTF-8',
    SURVEYOR_CRAWL_URL: crawl.url,
  }
  assert.ok(RECIPES.length >= 7, `${RECIPES.length} recipes`)
  for (const path of RECIPES) {
    const name = path.replace(/^.*\/|\.md$/g, '')
    await t.test(name, async (own) => {
      const folder = join(packages, name)
      await mkdir(folder)
      const steps = stepsOf(join(ROOT, path))
      assert.ok(steps.some(({ output }) => output !== null))
      for (const [number, { place, files, command, output }] of steps.entries()) {
        await BEFORE[`${name} ${number}`]?.({ folder, map, crawlUrl: crawl.url, site })
        for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), onTest(text))
        const run = startProgram(own, 'bash', ['-euo', 'pipefail', '-c', onTest(command)], {
          cwd: folder,
          env,
        })
        const { code } = await run.ended
        assert.equal(code, 0, `${place}\n${run.output()}`)
        if (output !== null)
          assert.ok(isShown(output, onPaper(run.output())), `${place} printed\n${run.output()}`)
      }
    })
  }
})
