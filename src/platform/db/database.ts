// The only access to PostgreSQL for the modules above: a pool, transactions and notifications.
import { Pool, type PoolClient } from 'pg'
import type { Logger } from '#platform/telemetry/logger.ts'
import { clientConfig, prepareConnection, storageError } from './connection.ts'
import { createListener } from './listener.ts'
import { limitGrowth } from './pool-growth.ts'
import { queryOn, type Queryable } from './queryable.ts'
import { checkServer } from './server-check.ts'
import { sql } from './sql.ts'

export type { Queryable } from './queryable.ts'

/** A pool on one schema. A lost connection throws `storage_unavailable`. */
export interface Database extends Queryable, AsyncDisposable {
  readonly schema: string
  /**
   * begin, `work`, commit; a throw rolls back. Nothing is retried, because only the caller knows whether `work` may run
   * twice.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * Calls back for each NOTIFY on a channel (database-wide: prefix it with the schema). After a lost connection was
   * opened again it calls once with '', because notifications may have been missed. Answers a function that stops it.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
  notify(channel: string, payload: string): Promise<void>
}

/** Where the database is, and how much of it one process takes. */
export interface DatabaseOptions {
  readonly url: string
  readonly schema: string
  readonly maxConnections: number
  /** Shown in pg_stat_activity. */
  readonly applicationName: string
  readonly log: Logger
}

/**
 * Opens a pool and checks once that the server is suitable. Every method throws `storage_unavailable` (retryable) while
 * the server is unreachable, and works again when it is back.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { schema, log } = options
  const config = clientConfig(options.url, options.applicationName)
  const pool = new Pool({
    ...config,
    max: options.maxConnections,
    idleTimeoutMillis: 60_000,
    async onConnect(client) {
      // A connection may break between the listener of the pool and ours, and an unhandled 'error' event ends the
      // process. The user of the connection gets the error anyway.
      client.on('error', () => undefined)
      await prepareConnection(client, schema)
    },
  })
  // The pool removes an idle connection that breaks; without a listener the process would end. The error object
  // contains the whole connection, so only its message is logged. A connection that breaks while it is being closed is
  // not reported.
  pool.on('error', ({ message }) => {
    if (!pool.ending) log.warn({ reason: message }, 'lost an idle database connection')
  })
  const listener = createListener({ config, log })

  const turn = limitGrowth(pool)
  const queryable = queryOn({
    async query(config) {
      const giveBack = await turn()
      return pool.query(config).finally(giveBack)
    },
  })
  const connect = async () => checkOut(pool, await turn())
  try {
    await checkServer(queryable)
  } catch (error) {
    await pool.end()
    throw error
  }

  return {
    ...queryable,
    schema,
    transaction: async (work) => transact(connect, work),
    listen: async (channel, onNotify) => listener.listen(channel, onNotify),
    async notify(channel, payload) {
      await queryable.query(sql`select pg_notify(${channel}, ${payload})`)
    },
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      if (!pool.ending) await pool.end()
    },
  }
}

interface CheckedOut extends Disposable {
  readonly client: PoolClient
}

type Connect = () => Promise<CheckedOut>

/**
 * A dedicated connection. A connection that broke meanwhile, or was left inside a transaction, does not return to the
 * pool.
 */
async function checkOut(pool: Pool, giveBack: () => void): Promise<CheckedOut> {
  const client = await pool.connect().catch((error: unknown) => {
    giveBack()
    throw storageError(error)
  })
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  // The pool removes its own listener from a connection in use.
  client.on('error', onError)
  return {
    client,
    [Symbol.dispose]() {
      client.off('error', onError)
      client.release(broken ?? client.getTransactionStatus() !== 'I')
      giveBack()
    },
  }
}

async function transact<T>(connect: Connect, work: (tx: Queryable) => Promise<T>): Promise<T> {
  using connection = await connect()
  const tx = queryOn(connection.client)
  await tx.execute(sql`begin`)
  try {
    const result = await work(tx)
    await commit(connection.client)
    return result
  } catch (error) {
    // A connection that cannot even roll back is closed, which rolls back as well.
    await connection.client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** PostgreSQL answers a commit after a failed statement with a silent rollback. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw storageError(error)
  })
  if (command !== 'COMMIT') throw new Error('The transaction held a failed statement and was rolled back.')
}
