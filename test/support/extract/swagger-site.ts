// The swagger extractor on a made-up site, for its tests.
import assert from 'node:assert/strict'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, ExtractResponse } from '#extract/context.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { create } from '#extractors/swagger/extract.ts'
import { SwaggerInput } from '#extractors/swagger/options.ts'
import { SwaggerData } from '#extractors/swagger/swagger-data.ts'
import { extractContext, isolateHere, targetAnswer } from './extract-context.ts'
import { createMemoryArtifacts } from './memory-artifacts.ts'

const { operations } = await create()

/** A documentation page, and a description beside it. */
export const DOCS_PAGE = 'https://api.example/docs/index.html'
export const SPEC_URL = 'https://api.example/openapi.json'

type Site = Readonly<Record<string, string | Partial<ExtractResponse>>>

/** Runs the extractor on a made-up site, on which everything else is 404; the isolated work runs in this process. */
export async function runSwagger(input: object, site: Site = {}, more: Partial<ExtractContext> = {}) {
  assert.deepEqual(inputProblems(SwaggerInput, input), [])
  const asked: string[] = []
  const { saveArtifact, readArtifact, saved } = createMemoryArtifacts()
  const context = extractContext(
    async ({ url }) => {
      asked.push(url)
      const answer = site[url] ?? { status: 404 }
      return typeof answer === 'string' ? targetAnswer(url, answer) : targetAnswer(url, '', answer)
    },
    { isolate: isolateHere, saveArtifact, readArtifact, ...more },
  )
  const output = await operations['extract']?.(input, context)
  assert.ok(output !== undefined)
  const data = JSON.parse(JSON.stringify(output.data)) as SwaggerData
  assert.deepEqual(inputProblems(SwaggerData, data), [])
  return { ...output, data, asked, saved, codes: (output.warnings ?? []).map(({ code }) => code) }
}

/** The code of the error, with what it says and lists. */
export async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => assert.fail('it succeeded'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof SurveyorError, String(error))
  return { code: error.code, message: error.message, errors: error.errors ?? [] }
}

/** An answer in JSON. */
export const jsonAnswer = (value: unknown): Partial<ExtractResponse> => ({
  body: Buffer.from(JSON.stringify(value)),
  headers: { 'content-type': 'application/json' },
})
/** A small description with one operation. */
export const madeSpec = (title: string, more: object = {}) => ({
  openapi: '3.0.3',
  info: { title, version: '1' },
  paths: { '/a': { get: { operationId: 'getA', responses: { 200: { description: 'A' } } } } },
  ...more,
})
/** One in YAML, with a version that is a number there. */
export const madeYaml = (title: string): string =>
  `openapi: 3.0.3\ninfo:\n  title: ${title}\n  version: 1.10\npaths: {}\n`
