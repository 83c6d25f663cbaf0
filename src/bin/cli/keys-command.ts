// `surveyor keys`: makes, lists and revokes the keys of a service, directly in its database.
import { isScope, type ApiKey, type Scope } from '#contract/key.ts'
import { openDatabase } from '#platform/db/database.ts'
import { isNetwork } from '#platform/keys/allowed-addresses.ts'
import { noSuchScope, type Keyring } from '#platform/keys/keyring.ts'
import { createLogger } from '#platform/telemetry/logger.ts'
import { DAY_MS } from '#kit/time/clock.ts'
import { refuseWords, UsageError, type CommandLine } from './command-line.ts'
import { commandSettings } from './command-settings.ts'
import { anyDatabase, migrateServices, type ServiceName } from '#bin/product/database.ts'
import { loadExtractors } from '#bin/compose/load-extractors.ts'
import { openServiceKeyring } from '#bin/product/service-keys.ts'

/** A hundred years. */
const MAX_DAYS = 36_500

/** Answers the exit code. Throws UsageError for words that are no action. */
export async function runKeys(line: CommandLine): Promise<number> {
  const [action = '', ...words] = line.words
  const act = ACTIONS.get(action)
  if (act === undefined) throw new UsageError(`surveyor keys takes ${[...ACTIONS.keys()].join(', ')}.`)
  const service = serviceOf(line)
  // Before any work: a mistyped command must not start a database.
  const run = act(words, line, service)

  const settings = await commandSettings(line)
  const log = createLogger({ name: 'keys', level: settings.logLevel ?? 'warn' })
  await using resources = new AsyncDisposableStack()
  const url = await anyDatabase({ settings, log, resources })
  await migrateServices(url, [service], log)
  const db = resources.use(
    await openDatabase({ url, schema: service, maxConnections: 2, applicationName: 'surveyor keys', log }),
  )
  // Places has no extractors, and takes a scope for one as its service does.
  const known = service === 'crawl' ? { extractors: (await loadExtractors()).map(({ name }) => name) } : {}
  const keyring = resources.use(await openServiceKeyring({ service, db, log, settings, ...known }))
  await run(keyring)
  return 0
}

type Action = (
  words: readonly string[],
  line: CommandLine,
  service: ServiceName,
) => (keyring: Keyring) => Promise<void>

const ACTIONS = new Map<string, Action>([
  ['create', create],
  ['list', list],
  ['rotate', rotate],
  ['revoke', revoke],
])

function create(words: readonly string[], { options }: CommandLine, service: ServiceName) {
  refuseWords(words)
  const scopes = scopesOf(options['scopes'])
  const expiresAt = expiryOf(options['expires-in'])
  const requestsPerMinute = perMinuteOf(options['requests-per-minute'])
  const allowedIps = networksOf(options['allow-from'])
  const name = typeof options['name'] === 'string' ? options['name'] : 'made by surveyor keys'
  return async (keyring: Keyring) => {
    const { key, secret } = await keyring.createKey({
      name,
      scopes,
      expiresAt,
      requestsPerMinute,
      allowedIps,
    })
    // Only the key on stdout, so that a script can read it.
    console.error(`${key.id} of ${service}, scopes ${scopes.join(', ')}. The key, shown this once:`)
    console.log(secret)
    console.error(
      `Send it as "Authorization: Bearer …", or paste it where the page of ${service} asks for a key. If ${service} runs without ` +
        'keys, start it again: from then on it asks everybody for one.',
    )
  }
}

function list(words: readonly string[], _: CommandLine, service: ServiceName) {
  refuseWords(words)
  return async (keyring: Keyring) => {
    const PAGE = 200
    let page = await keyring.listKeys(PAGE, null)
    // On stderr: a script that reads the rows finds none.
    if (page.items.length === 0) console.error(`There are no keys of ${service}.`)
    for (;;) {
      for (const key of page.items) console.log(keyRow(key))
      if (page.next === null) return
      page = await keyring.listKeys(PAGE, page.next)
    }
  }
}

function rotate([id, ...more]: readonly string[], { options }: CommandLine) {
  if (id === undefined)
    throw new UsageError('surveyor keys rotate needs the id of a key: surveyor keys list shows it.')
  refuseWords(more)
  const overlapMs = overlapOf(options['overlap'])
  return async (keyring: Keyring) => {
    const { key, secret } = await keyring.rotateKey(id, overlapMs)
    console.error(`${key.id} in the place of ${id}. The key, shown this once:`)
    console.log(secret)
    console.error(`The old one ends at ${(await keyring.getKey(id)).expiresAt ?? 'no time'}.`)
  }
}

function revoke([id, ...more]: readonly string[]) {
  if (id === undefined)
    throw new UsageError('surveyor keys revoke needs the id of a key: surveyor keys list shows it.')
  refuseWords(more)
  return async (keyring: Keyring) => {
    const key = await keyring.revokeKey(id)
    console.log(keyRow(key))
  }
}

function keyRow({ id, prefix, status, scopes, expiresAt, rateLimit, allowedIps, name }: ApiKey): string {
  const limit = rateLimit === null ? 'no limit of its own' : `${rateLimit.requestsPerMinute} a minute`
  const from = allowedIps === null ? 'from anywhere' : `from ${allowedIps.join(',')}`
  return [id, `${prefix}…`, status, scopes.join(','), expiresAt ?? 'never ends', limit, from, name].join('\t')
}

function serviceOf({ options }: CommandLine): ServiceName {
  const service = options['service']
  if (service === 'places' || service === 'crawl') return service
  throw new UsageError('Whose keys? --service places or --service crawl.')
}

function scopesOf(text: string | true | undefined): Scope[] {
  if (typeof text !== 'string') return ['admin']
  const scopes = text.split(',').map((scope) => scope.trim())
  return scopes.map((scope) => {
    if (!isScope(scope)) throw new UsageError(noSuchScope(scope))
    return scope
  })
}

function perMinuteOf(text: string | true | undefined): number | null {
  if (text === undefined) return null
  const number = numberIn(text)
  if (number !== null && Number.isInteger(number) && number >= 1 && number <= 30_000) return number
  throw new UsageError('--requests-per-minute takes a whole number from 1 to 30000.')
}

function networksOf(text: string | true | undefined): string[] | null {
  if (typeof text !== 'string') return null
  return text.split(',').map((entry) => {
    const network = entry.trim()
    if (isNetwork(network)) return network
    throw new UsageError(`"${network}" is neither an address nor a network such as 10.1.0.0/16.`)
  })
}

function overlapOf(hours: string | true | undefined): number | undefined {
  if (hours === undefined) return undefined
  const number = numberIn(hours)
  if (number === null || number > 720)
    throw new UsageError('--overlap takes a number of hours from 0 to 720.')
  return number * 3_600_000
}

function expiryOf(days: string | true | undefined): Date | null {
  if (days === undefined) return null
  const number = numberIn(days)
  if (number === null || number === 0 || number > MAX_DAYS)
    throw new UsageError(`--expires-in takes a number of days above 0, at most ${MAX_DAYS}.`)
  return new Date(Date.now() + number * DAY_MS)
}

/** Null for anything but plain digits: the empty text of a variable that is not set must not count as 0. */
function numberIn(text: string | true): number | null {
  return typeof text === 'string' && /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : null
}
