// LISTEN on a dedicated connection that is opened again whenever it is lost.
import { Client, type ClientConfig } from 'pg'
import { fullJitter } from '#kit/time/backoff.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { storageError } from './connection.ts'
import { quoteIdentifier } from './sql.ts'

type OnNotify = (payload: string) => void

/** All channels of a process on one connection. */
export interface Listener extends AsyncDisposable {
  /** Waits while a lost connection is being reopened. See Database.listen. */
  listen(channel: string, onNotify: OnNotify): Promise<() => Promise<void>>
}

const RECONNECT = { baseMs: 100, factor: 2, capMs: 5_000 }

/** Connects at the first `listen`. */
export function createListener(deps: { readonly config: ClientConfig; readonly log: Logger }): Listener {
  const { config, log } = deps
  const channels = new Map<string, Set<OnNotify>>()
  const closing = new AbortController()
  let connection: Promise<Client> | null = null
  let lastStatement: Promise<unknown> = Promise.resolve()

  /** A connection takes one statement at a time, and many channels are listened to, or left, at once. */
  async function runInTurn(client: Client, text: string): Promise<void> {
    const statement = lastStatement.then(async () => client.query(text))
    lastStatement = statement.catch(() => undefined)
    await statement
  }

  /** A connection that listens on every channel requested so far. */
  async function open(): Promise<Client> {
    const client = new Client(config)
    client.on('notification', ({ channel, payload = '' }) => {
      for (const onNotify of channels.get(channel) ?? []) onNotify(payload)
    })
    // Only the end of the connection matters; without this listener an error would end the process.
    client.on('error', (error) => log.debug({ err: error }, 'the listening database connection failed'))
    try {
      await client.connect()
      for (const channel of channels.keys()) await client.query(`listen ${quoteIdentifier(channel)}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    client.once('end', () => {
      if (closing.signal.aborted) return
      log.warn('lost the listening database connection')
      connection = reopen()
      connection.catch(() => undefined)
    })
    return client
  }

  async function reopen(): Promise<Client> {
    for (let attempt = 1; ; attempt += 1) {
      await systemClock.sleep(fullJitter(RECONNECT, attempt), closing.signal)
      closing.signal.throwIfAborted()
      try {
        const client = await open()
        log.info('listening to the database again')
        for (const callbacks of channels.values()) for (const onNotify of callbacks) onNotify('')
        return client
      } catch (error) {
        log.debug({ err: error, attempt }, 'the database cannot be reached for listening')
      }
    }
  }

  /** The connection in use. A failed first connection is forgotten, so that the next call tries again. */
  async function connected(): Promise<Client> {
    connection ??= open()
    const mine = connection
    try {
      return await mine
    } catch (error) {
      if (connection === mine) connection = null
      throw storageError(error)
    }
  }

  async function stopListening(channel: string, onNotify: OnNotify): Promise<void> {
    const callbacks = channels.get(channel)
    if (callbacks === undefined || !callbacks.delete(onNotify) || callbacks.size > 0) return
    channels.delete(channel)
    if (closing.signal.aborted) return
    // A closed connection listens to nothing.
    const client = await connection?.catch(() => null)
    if (client === null || client === undefined) return
    await runInTurn(client, `unlisten ${quoteIdentifier(channel)}`).catch(() => undefined)
  }

  return {
    async listen(channel, onNotify) {
      const callbacks = channels.get(channel) ?? new Set()
      channels.set(channel, callbacks.add(onNotify))
      try {
        const client = await connected()
        await runInTurn(client, `listen ${quoteIdentifier(channel)}`).catch((error: unknown) => {
          // The connection was just lost: the next one listens on this channel too, and then calls back.
          if (storageError(error) === error) throw error
        })
      } catch (error) {
        await stopListening(channel, onNotify)
        throw error
      }
      return async () => stopListening(channel, onNotify)
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      const client = await connection?.catch(() => null)
      await client?.end().catch(() => undefined)
    },
  }
}
