// A crawl that asks for keys, and what tests of keys do with it.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { CreatedKey, CreateKeyBody } from '#contract/key.ts'
import { startTestCrawl, type Answer, type TestCrawl, type TestCrawlOptions } from './start-crawl.ts'

export const ADMIN = 'the-admin-key-of-this-test-0001'

export interface KeyedCrawl {
  readonly crawl: TestCrawl
  /** A key of these scopes, made by the admin unless `by` says otherwise. */
  make(scopes: readonly string[], more?: Partial<CreateKeyBody>, by?: string): Promise<CreatedKey>
  ask<T>(secret: string, method: string, path: string, body?: unknown): Promise<Answer<T>>
  /** The id of a job that the key made. */
  startJob(secret: string, text?: string): Promise<string>
}

export async function startKeyedCrawl(
  t: TestContext,
  options: Pick<TestCrawlOptions, 'extractors'> = {},
): Promise<KeyedCrawl> {
  const crawl = await startTestCrawl(t, {
    ...options,
    fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }],
  })
  const ask: KeyedCrawl['ask'] = (secret, method, path, body) =>
    crawl.call(method, path, {
      body,
      headers: { authorization: `Bearer ${secret}`, prefer: 'respond-async' },
    })
  return {
    crawl,
    ask,
    async make(scopes, more = {}, by = ADMIN) {
      const { status, json, text } = await ask<CreatedKey>(by, 'POST', '/api/keys', {
        name: 'test',
        scopes,
        ...more,
      })
      assert.equal(status, 201, text)
      return json
    },
    async startJob(secret, text = 'hello') {
      const { status, json } = await ask<{ id: string }>(secret, 'POST', '/api/v1/echo/extract', { text })
      assert.equal(status, 202)
      return json.id
    },
  }
}
