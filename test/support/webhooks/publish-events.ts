// Publishes many events for a measurement or a fault experiment.
import type { Database } from '#platform/db/database.ts'
import { publish } from '#platform/webhooks/records/publish.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'

const EVENTS_AT_ONCE = 100

let subjects = 0

/** To the targets in turn, each event with a subject of its own, a hundred in a transaction. */
export async function publishEvents(
  db: Database,
  count: number,
  targets: readonly WebhookTarget[],
): Promise<void> {
  for (let at = 0; at < count; at += EVENTS_AT_ONCE) {
    const messages = Array.from({ length: Math.min(EVENTS_AT_ONCE, count - at) }, (_, n) => {
      subjects += 1
      const subjectId = `subject_${subjects}`
      const target = targets[(at + n) % targets.length] ?? null
      return {
        event: 'job.succeeded',
        at: new Date(),
        subjectId,
        owner: null,
        target,
        summary: { subjectId },
      }
    })
    await db.transaction(async (tx) => publish(tx, messages))
  }
}
