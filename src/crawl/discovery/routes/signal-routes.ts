// POST /api/signals: what visited pages held, from workers and from clients.
import { SignalsAnswer, SignalsBody } from '#contract/crawl/discovery/signal.ts'
import type { Database } from '#platform/db/database.ts'
import { hasWord } from '#platform/http/auth/authenticator.ts'
import type { App } from '#platform/http/server/server.ts'
import type { Discovery } from '#crawl/discovery/discovery.ts'

const BODY_LIMIT_BYTES = 4 * 1_048_576
/** Of a thousand signals with all of their fields. */
const MAX_KEYS = 50_000

/** A key with the scope `worker` is trusted as one. */
export function signalRoutes(
  app: App,
  { db, discovery }: { readonly db: Database; readonly discovery: Pick<Discovery, 'read' | 'store'> },
): void {
  app.post(
    '/api/signals',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      config: { group: 'discovery', scope: 'discovery', orScopes: ['worker'], maxKeys: MAX_KEYS },
      schema: {
        summary: 'Send what visited pages held',
        description:
          'Each signal is taken or rejected alone, and counts once by its `signalId`. It is learned from within seconds. ' +
          'What a key with the scope `worker` says weighs 1, what others say less (`clientWeight`).',
        body: {
          ...SignalsBody,
          examples: [
            {
              signals: [
                {
                  signalId: 'visit-1',
                  type: 'contact_found',
                  url: 'https://example.org/kontakt',
                  anchorText: 'Kontakt',
                  language: 'de',
                  found: { emails: 1 },
                  newlyFound: { emails: 1 },
                  observedAt: '2026-11-21T09:00:00.000Z',
                },
              ],
            },
          ],
        },
        response: {
          202: { ...SignalsAnswer, examples: [{ accepted: 1, duplicates: 0, rejected: [] }] },
        },
      },
    },
    async (request, reply) => {
      const { id, scopes } = request.caller
      const read = discovery.read(request.body.signals)
      const accepted = await discovery.store(db, { owner: id, isTrusted: hasWord(scopes, 'worker') }, read)
      const { rows, rejected } = read
      return reply.code(202).send({ accepted, duplicates: rows.length - accepted, rejected })
    },
  )
}
