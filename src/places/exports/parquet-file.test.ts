import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportColumns, type ExportedPlace } from './export-columns.ts'
import { parquetChunks } from './parquet-file.ts'

const GROUP_ROWS = 4_000
const FILES = 6

const COLUMNS = exportColumns({ list: 'id,name', withReviews: false, inSession: true })
const MANIFEST = {
  sessionId: 'ses_1',
  generatedAt: '2026-01-01T00:00:00.000Z',
  places: 2 * GROUP_ROWS,
  complete: true,
  attribution: [],
  searches: [],
}

const placeOf = (n: number): ExportedPlace => ({
  id: `plc_${n}`,
  content: '{"name":"A","names":{},"address":{"formatted":null,"country":null,"countryCode":null}}',
  firstSeenAt: MANIFEST.generatedAt,
  lastSeenAt: MANIFEST.generatedAt,
  changes: 0,
  missingSince: null,
  seenIn: null,
  searchedArea: null,
  attribution: [],
})

/** Two groups; `closed` is called when the reading of the places ends. */
async function* places(closed: () => void): AsyncGenerator<ExportedPlace[]> {
  try {
    for (let group = 0; group < 2; group += 1) yield Array.from({ length: GROUP_ROWS }, (_, n) => placeOf(n))
  } finally {
    closed()
  }
}

test('files whose readers stand still between two groups keep no other file waiting', async () => {
  let closed = 0
  const files = Array.from({ length: FILES }, () =>
    parquetChunks({
      batches: places(() => (closed += 1)),
      manifest: MANIFEST,
      language: null,
      columns: COLUMNS,
    }),
  )
  // Each has its first group, and nobody asks for the second one.
  for (const file of files) assert.equal((await file.next()).done, false)
  const [first, ...others] = files
  for (const file of others) await file.return(undefined)
  assert.equal(closed, FILES - 1)
  let last: Uint8Array | undefined
  for await (const chunk of first ?? []) last = chunk
  assert.equal(Buffer.from(last ?? []).toString('latin1', (last?.length ?? 0) - 4), 'PAR1')
  assert.equal(closed, FILES)
})
