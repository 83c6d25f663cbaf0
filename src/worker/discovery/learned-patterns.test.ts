import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorkerPatterns } from '#contract/crawl/discovery/pattern.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { PeerAnswer, PeerRequest } from '#platform/egress/peer.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createLearnedPatterns } from './learned-patterns.ts'

const patterns = (version: string): WorkerPatterns => ({ version, patterns: [], known: [], skipped: [] })
const { signal } = new AbortController()

/** A crawl that answers one after the other; an error is thrown. */
function crawlOf(answers: (WorkerPatterns | 304 | SurveyorError)[]) {
  const asked: PeerRequest[] = []
  return {
    asked,
    async request(request: PeerRequest): Promise<PeerAnswer> {
      asked.push(request)
      const answer = answers.shift()
      assert.ok(answer !== undefined, 'asked too often')
      if (answer instanceof SurveyorError) throw answer
      if (answer === 304) return { status: 304, headers: {}, body: null, text: '' }
      return { status: 200, headers: {}, body: answer, text: JSON.stringify(answer) }
    },
  }
}

test('asks again only for what is newer, and works with what it has while crawl is away', async () => {
  const away = new SurveyorError('crawl_unavailable', 'The crawl service cannot be reached.')
  const crawl = crawlOf([away, patterns('a'), 304, away, patterns('b')])
  const learned = createLearnedPatterns({ crawl, log: silentLogger, refreshMs: 0 })
  const versions: (string | undefined)[] = []
  for (let time = 0; time < 5; time += 1) versions.push((await learned(signal))?.version)
  assert.deepEqual(versions, [undefined, 'a', 'a', 'a', 'b'])
  assert.deepEqual(
    crawl.asked.map(({ headers }) => headers?.['if-none-match']),
    [undefined, undefined, '"a"', '"a"', '"a"'],
  )
})

test('jobs that ask at once share a call, and none is made before the time', async () => {
  const crawl = crawlOf([patterns('a')])
  const learned = createLearnedPatterns({ crawl, log: silentLogger, refreshMs: 3_600_000 })
  const all = await Promise.all([learned(signal), learned(signal), learned(signal)])
  assert.deepEqual(
    all.map((each) => each?.version),
    ['a', 'a', 'a'],
  )
  assert.equal((await learned(signal))?.version, 'a')
  assert.equal(crawl.asked.length, 1)
})

test('an answer that is none of the protocol changes nothing; an ended job gets none', async () => {
  const crawl = crawlOf([{ ...patterns('a'), known: 1 } as never, patterns('b')])
  const learned = createLearnedPatterns({ crawl, log: silentLogger, refreshMs: 0 })
  assert.equal(await learned(signal), null)
  assert.equal((await learned(signal))?.version, 'b')
  const reason = new Error('the job was cancelled')
  await assert.rejects(learned(AbortSignal.abort(reason)), reason)
})
