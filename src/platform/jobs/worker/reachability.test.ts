// What is logged of a peer that does not answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createReachability } from './reachability.ts'

test('each reason is told once, and that the peer answers again', () => {
  const told: string[] = []
  const warn = ({ err }: { err: SurveyorError }): unknown => told.push(err.code)
  const log = { warn, info: (_: object, text: string) => told.push(text) } as unknown as Logger
  const { contact } = createReachability('Crawl', log)
  const away = new SurveyorError('crawl_unavailable', 'Nobody listens.')
  const refused = new SurveyorError('unauthenticated', 'No such key.')
  for (const error of [null, away, away, refused, refused, null, null, away]) contact(error)
  assert.deepEqual(told, ['crawl_unavailable', 'unauthenticated', 'Crawl answers again', 'crawl_unavailable'])
})
