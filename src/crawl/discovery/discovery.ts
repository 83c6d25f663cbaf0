// Discovery of one replica: takes signals, learns from them now and then, and says what is followed and excluded.
import type { ActivePatterns, WorkerPatterns } from '#contract/crawl/discovery/pattern.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { startRetention } from '#platform/db/retention.ts'
import { contentVersion } from '#platform/http/output/entity-tags.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createEncryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { DEFAULT_DISCOVERY_SETTINGS, type DiscoverySettings } from './model/discovery-settings.ts'
import { createExclusions, type Exclusions } from './exclusions/exclusions.ts'
import { forgetExpired } from './exclusions/exclusion-store.ts'
import { addBuiltinPatterns, forgetPatterns } from './learning/decide-patterns.ts'
import { learnBatch, lockLearning, rebuild, reevaluate } from './learning/learn.ts'
import { readActive, readKnown } from './learning/read-patterns.ts'
import { forgetContacts } from './learning/shared-contacts.ts'
import { readSignals, type ReadSignals } from './signals/read-signals.ts'
import { forgetSignals, storeSignals, type SignalSender } from './signals/signal-store.ts'

/** What routes and steps of jobs use. */
export interface Discovery extends AsyncDisposable {
  readonly settings: DiscoverySettings
  readonly exclusions: Exclusions
  /** The keyed hash of a contact in its normal form. */
  readonly hash: (text: string) => string
  read(entries: readonly unknown[]): ReadSignals
  /** Answers how many are new. */
  store(on: Queryable, sender: SignalSender, read: Pick<ReadSignals, 'rows'>): Promise<number>
  /** All signals that have arrived. Answers how many; 0 also while another replica learns. */
  learn(): Promise<number>
  rebuild(): ReturnType<typeof rebuild>
  active(): Promise<ActivePatterns>
  forWorkers(): Promise<WorkerPatterns>
  /** What is deleted now and then: each answers how many. */
  readonly retention: Readonly<Record<string, () => Promise<number>>>
  start(): Promise<void>
}

/** What discovery needs of crawl. */
export interface DiscoveryDeps {
  readonly db: Database
  readonly log: Logger
  /** The secret that contacts are hashed with. */
  readonly pepper: Buffer
  readonly settings?: Partial<DiscoverySettings>
}

export function createDiscovery({ db, log, pepper, ...deps }: DiscoveryDeps): Discovery {
  const settings = { ...DEFAULT_DISCOVERY_SETTINGS, ...deps.settings }
  const exclusions = createExclusions({ db, log })
  const hash = createEncryptor(pepper).digest
  const learning = { settings, exclusions: exclusions.set }
  let learner: AsyncDisposable | null = null

  /** Short transactions, one after the other, so that others may write signals meanwhile. */
  const inTurns = async (step: (tx: Queryable) => Promise<number>): Promise<number> => {
    for (let sum = 0; ;) {
      const done = await db.transaction(async (tx) => ((await lockLearning(tx)) ? step(tx) : 0))
      if (done === 0) return sum
      sum += done
    }
  }
  const learn = async (): Promise<number> => inTurns(async (tx) => learnBatch(tx, learning))

  return {
    settings,
    exclusions,
    hash,
    read: (entries) => readSignals(entries, hash, Date.now()),
    store: async (on, sender, { rows }) => storeSignals(on, sender, rows),
    learn,
    rebuild: async () => rebuild(db, learning),
    async active() {
      const patterns = await readActive(db, exclusions.set())
      return { version: contentVersion(patterns), patterns }
    },
    async forWorkers() {
      const set = exclusions.set()
      const [patterns, known] = await Promise.all([readActive(db, set), readKnown(db)])
      const skipped = set.rules.flatMap(({ kind, value, match, scope }) =>
        // Hosts were checked before the job was handed out.
        (kind === 'path' || kind === 'template' || kind === 'anchor') && scope !== 'output'
          ? [{ kind, value, match }]
          : [],
      )
      return { version: contentVersion({ patterns, known, skipped }), patterns, known, skipped }
    },
    retention: {
      oldSignals: async () => forgetSignals(db, settings.keepSignalsDays),
      oldPatterns: async () => forgetPatterns(db, settings.maxObserved),
      oldContacts: async () => forgetContacts(db),
      expiredExclusions: async () => forgetExpired(db),
    },
    async start() {
      await addBuiltinPatterns(db)
      await exclusions.start()
      const tasks = {
        exclusionHits: async () => exclusions.refresh(),
        signals: learn,
        decayedPatterns: async () => inTurns(async (tx) => reevaluate(tx, learning)),
      }
      learner = startRetention({ log, everyMs: settings.learnEveryMs, tasks, done: 'learned from signals' })
    },
    async [Symbol.asyncDispose]() {
      await learner?.[Symbol.asyncDispose]()
      await exclusions[Symbol.asyncDispose]()
    },
  }
}
