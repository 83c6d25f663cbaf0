// Who may call a service: only this machine while there are no keys, otherwise callers with a key.
import type { Settings } from '#config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { isLoopbackName } from '#platform/http/auth/open-guard.ts'
import type { FixedKey } from '#platform/keys/key-authenticator.ts'
import { openKeyring, type Keyring, type KeyringDeps } from '#platform/keys/keyring.ts'
import { pepperFrom } from '#platform/keys/pepper.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { ServiceName } from './database.ts'

/** How a service recognises its callers. */
export interface ServiceKeys {
  /** No keys, so the service answers only to its own machine. */
  readonly open: boolean
  readonly keyPepper: Buffer
  readonly fixedKeys: readonly FixedKey[]
}

interface KeyDeps extends Pick<KeyringDeps, 'extractors'> {
  readonly service: ServiceName
  /** The migrated database of the service. */
  readonly db: Database
  readonly log: Logger
  readonly settings: Settings
}

interface ServiceKeyDeps extends KeyDeps {
  /** The keys of workers and places were made by this process, so they do not mean that the operator requires keys. */
  readonly ownKeys: boolean
}

/** Throws, with instructions, when a service without any key would be open to other machines. */
export async function serviceKeys(deps: ServiceKeyDeps): Promise<ServiceKeys> {
  const { service, settings } = deps
  const keys = { keyPepper: await pepperFrom(settings), fixedKeys: fixedKeys(service, settings) }
  const chosen = keys.fixedKeys.some(({ name }) => name === 'admin' || !deps.ownKeys)
  if (chosen || (await hasActiveKey(deps))) return { ...keys, open: false }
  if (isLoopbackName(settings.host)) return { ...keys, open: true }
  throw new Error(
    [
      `${service} would listen on ${settings.host} without a key, open to everybody who reaches it. Make a key first:`,
      '',
      `  surveyor keys create --service ${service}`,
      '',
      'or set SURVEYOR_ADMIN_KEY, or leave SURVEYOR_HOST at 127.0.0.1.',
    ].join('\n'),
  )
}

/** The keyring of a service, with the keys that the settings name. */
export async function openServiceKeyring({ service, settings, ...deps }: KeyDeps): Promise<Keyring> {
  const pepper = await pepperFrom(settings)
  return openKeyring({ ...deps, pepper, fixedKeys: fixedKeys(service, settings) })
}

/** Whether the database has an active key of the service. */
async function hasActiveKey(deps: KeyDeps): Promise<boolean> {
  const PAGE = 500
  await using keyring = await openServiceKeyring(deps)
  let page = await keyring.listKeys(PAGE, null)
  for (;;) {
    if (page.items.some(({ status }) => status === 'active')) return true
    if (page.next === null) return false
    page = await keyring.listKeys(PAGE, page.next)
  }
}

/** Keys from the settings: in no table, and valid as long as they are set. */
function fixedKeys(service: ServiceName, { adminKey, workerKey, crawlKey }: Settings): FixedKey[] {
  const keys: FixedKey[] = []
  if (adminKey !== null) keys.push({ name: 'admin', secret: adminKey, scopes: ['admin'] })
  if (service !== 'crawl') return keys
  if (workerKey !== null) keys.push({ name: 'worker', secret: workerKey, scopes: ['worker'] })
  if (crawlKey !== null)
    keys.push({ name: 'places', secret: crawlKey, scopes: ['extract', 'enrich', 'jobs', 'discovery:read'] })
  return keys
}
