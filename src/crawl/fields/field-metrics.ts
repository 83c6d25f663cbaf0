// The shares of filled fields as metrics, and an alarm for a field that a map seems to have moved.
import { Gauge } from 'prom-client'
import { isStorageUnavailable } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { isDrifting, readFieldRates, type FieldRate } from './field-rates.ts'

const LABELS = ['provider', 'payload', 'field'] as const

/** Read from the database at each scrape, so every replica shows the same. */
export function registerFieldMetrics({ registry }: Metrics, db: Database): void {
  const gauge = (name: string, help: string, valueOf: (rate: FieldRate) => number | null): void =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: LABELS,
        registers: [],
        async collect() {
          this.reset()
          for (const rate of await ratesOf(db)) {
            const { provider, payload, field } = rate
            const value = valueOf(rate)
            if (value !== null) this.set({ provider, payload, field }, value)
          }
        },
      }),
    )
  gauge(
    'surveyor_map_field_fill_ratio',
    'Share of the places of a map that have the field, of today and yesterday.',
    ({ recent }) => recent,
  )
  gauge(
    'surveyor_map_field_alarm',
    '1: the field is filled less than half as often as in the weeks before, so the map may have moved it. Absent: too few places to tell.',
    (rate) => {
      const drifting = isDrifting(rate)
      return drifting === null ? null : Number(drifting)
    },
  )
}

/** None while the database is away: the other metrics of the scrape still come. */
async function ratesOf(db: Database): Promise<FieldRate[]> {
  try {
    return await readFieldRates(db)
  } catch (error) {
    if (isStorageUnavailable(error)) return []
    throw error
  }
}
