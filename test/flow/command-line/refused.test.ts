// Command lines that are refused before anything starts, each with what would be right; and the help of every command.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { parseCommandLine, UsageError } from '#bin/cli/command-line.ts'
import { commandHelp } from '#bin/cli/help.ts'
import { checkSetup } from '#bin/check-setup.ts'
import { COMMANDS } from '#bin/commands.ts'
import { explainError } from '#bin/product/explain-error.ts'
import { loadSettings, SettingsError } from '#config/load-settings.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'

/** What `surveyor` answers with exit code 2, and with the message alone. */
function isRefusal(error: unknown, message: RegExp): true {
  assert.ok(error instanceof UsageError || error instanceof SettingsError, String(error))
  assert.match(explainError(error), message)
  return true
}

for (const [[name, ...args], answer] of [
  [['start', '--place-port', '1'], /no option --place-port; did you mean --places-port\?/],
  [['start', '--places-port'], /--places-port needs a value/],
  [['start', '--places-port', 'x'], /--places-port must be a whole number from 0 to 65535, not "x"/],
  [['crawl', 'now'], /"now" is one word too many/],
  [['search', 'x', '--max-results', '5'], /no option --max-results; did you mean --limit\?/],
  [['search', 'x', '--location', 'Monaco'], /no option --location; did you mean --in\?/],
  [['backup'], /backup needs the name of a file, or - for standard output/],
  [['backup', 'a', 'b'], /"b" is one word too many/],
  [['restore'], /restore needs the file of a backup/],
  [['restore', '-'], /restore reads its file twice/],
  [['restore', 'no/such.backup'], /^no\/such\.backup cannot be read \(ENOENT\)\.$/],
  [['restore', '.'], /^\. is a folder; name the file of a backup\.$/],
  [['search'], /search needs a query/],
  [
    ['search', 'cafes', '--format', 'xml'],
    /--format takes csv, json, ndjson, geojson, xlsx, parquet, table, not "xml"/,
  ],
  [['search', 'cafes', '--out', 'cafes.docx'], /cafes\.docx says no format/],
  [['search', 'cafes', '--out', '/dev/null/cafes.csv'], /cafes\.csv cannot be written/],
  [['map', 'example.org', '--out', '/dev/null/pages.csv'], /pages\.csv cannot be written/],
  [['site', 'example.org', '--out', '/dev/null/pages'], /The folder \/dev\/null\/pages cannot be made/],
  [['search', 'cafes', '--radius', '2km'], /--radius needs --near LAT,LNG/],
  [['search', 'cafes', '--area', 'nowhere.geojson'], /nowhere\.geojson cannot be read/],
  [['demo', '--online', 'cafes'], /--online needs a place to look in/],
  [['keys', 'creat', '--service', 'crawl'], /keys takes create, list, rotate, revoke/],
  [['keys', 'create'], /--service places or --service crawl/],
  [['keys', 'create', '--service', 'crawl', '--scopes', 'admn'], /no scope `admn`; did you mean `admin`\?/],
  [['keys', 'create', '--service', 'crawl', '--expires-in', 'soon'], /--expires-in takes a number of days/],
  [
    ['keys', 'create', '--service', 'places', '--allow-from', 'everywhere'],
    /"everywhere" is neither an address nor a network/,
  ],
  [['keys', 'rotate', 'key_1', '--service', 'crawl', '--overlap', ''], /--overlap takes a number of hours/],
  [['keys', 'revoke', '--service', 'crawl'], /needs the id of a key/],
] as const) {
  test(`surveyor ${[name, ...args].join(' ')} is told what would be right`, async () => {
    const command = COMMANDS[name]
    assert.ok(command)
    const run = await command.load()
    await assert.rejects(
      async () => run(parseCommandLine(args, command)),
      (error) => isRefusal(error, answer),
    )
  })
}

test('every command has a help of its own, of its own options alone', () => {
  for (const [name, command] of Object.entries(COMMANDS)) {
    assert.equal(parseCommandLine(['--help'], command).help, 'command')
    const help = commandHelp(command)
    assert.match(help, new RegExp(`^Usage: surveyor ${name}`, 'm'))
    // The settings are a text of their own, so the most used one fits on a screen.
    assert.doesNotMatch(help, /SURVEYOR_/)
    if (name === 'search') assert.ok(help.split('\n').length <= 36, help)
  }
})

test('a map file that cannot be used is refused, and says what is wrong with it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-refused-'))
  t.after(async () => rm(folder, { recursive: true }))
  const town = await readFile(fileURLToPath(new URL('../../../demo/town.osm', import.meta.url)))
  await writeFile(join(folder, 'cut.osm.gz'), gzipSync(town).subarray(0, 4_000))
  await writeFile(join(folder, 'no.osm.pbf'), 'no map at all')
  await mkdir(join(folder, 'empty'))
  for (const [file, reason] of [
    ['missing.osm.pbf', /"missing\.osm\.pbf" .* does not exist/],
    ['empty', /"empty" .* is a folder without an extract/],
    ['.', /"[^"]*cut\.osm\.gz" is damaged .* ends too early/],
    ['no.osm.pbf', /"no\.osm\.pbf" is damaged at byte 0/],
    ['cut.osm.gz', /"cut\.osm\.gz" is damaged .* ends too early/],
  ] as const) {
    const { settings } = await loadSettings({
      flags: { osmFile: file, dataDir: 'data' },
      environment: {},
      workingDir: folder,
    })
    const { signal } = new AbortController()
    await assert.rejects(
      checkSetup({ settings, log: silentLogger, signal, readsAll: true, network: false }),
      (error) => isRefusal(error, reason),
      file,
    )
  }
})
