// The two operations of the benchmark: one of many that do nothing, and one that a waiting worker starts.
import { Type } from 'typebox'
import {
  defineExtractor,
  type ExtractorDescriptor,
  type OperationDescriptor,
} from '#extract/define-extractor.ts'

export const RUN_TYPE = 'bench.run'
export const RUN_PATH = '/api/v1/bench/run'
export const IDLE_PATH = '/api/v1/bench/idle'

const operation = (path: string, pool: 'light' | 'http'): OperationDescriptor => ({
  summary: 'Do nothing.',
  input: Type.Object({ url: Type.String() }, { additionalProperties: false }),
  output: Type.Object({}),
  pool,
  timeoutMs: 60_000,
  batch: false,
  path,
  example: { request: { url: 'https://example.org/' } },
})

/** Of different kinds, so that a worker can do one and leave the other. */
export const benchExtractor = (onRun: () => void, onIdle: () => void): ExtractorDescriptor =>
  defineExtractor({
    name: 'bench',
    version: '1.0.0',
    summary: 'Does nothing.',
    operations: { run: operation(RUN_PATH, 'light'), idle: operation(IDLE_PATH, 'http') },
    load: async () => ({
      create: async () => ({
        operations: {
          run: async () => {
            onRun()
            return { data: {}, engine: 'none' }
          },
          idle: async () => {
            onIdle()
            return { data: {}, engine: 'none' }
          },
        },
      }),
    }),
  })
