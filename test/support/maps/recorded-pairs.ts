// What real servers answered: queries with their answers, read from the material beside the repository.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedPath } from '#test/support/shared-data.ts'
import type { RawAnswer } from './overpass-server.ts'

export interface RecordedPair extends RawAnswer {
  /** `monaco-2021/union-many-keys` */
  readonly name: string
  readonly query: string
}

const FOLDER = 'data/overpass'

export function recordedPairs(): RecordedPair[] {
  return readdirSync(sharedPath(FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: set }) =>
      readdirSync(sharedPath(join(FOLDER, set)))
        .filter((file) => file.endsWith('.json'))
        .map((file) => readPair(set, file)),
    )
}

export function recordedPair(name: string): RecordedPair {
  const [set = '', file = ''] = name.split('/')
  return readPair(set, `${file}.json`)
}

export function recordedStatusPage(): string {
  return readFileSync(sharedPath(join(FOLDER, 'monaco-2021/status-after-rate-limit.txt')), 'utf8')
}

function readPair(set: string, file: string): RecordedPair {
  const pair = JSON.parse(readFileSync(sharedPath(join(FOLDER, set, file)), 'utf8')) as {
    query: string
    status: number
    contentType: string
    body: unknown
  }
  return {
    name: `${set}/${file.slice(0, -'.json'.length)}`,
    query: pair.query,
    status: pair.status,
    contentType: pair.contentType,
    body: typeof pair.body === 'string' ? pair.body : JSON.stringify(pair.body),
  }
}
