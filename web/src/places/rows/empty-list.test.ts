import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeEmptyList, type EmptyList } from './empty-list.ts'

const COUNTS = {
  cellsPlanned: 0,
  cellsDone: 0,
  cellsFailed: 0,
  cellsSaturated: 0,
  cellsSplit: 0,
  requests: 0,
  raw: 0,
  duplicate: 0,
  outside: 0,
  unplaced: 0,
  kept: 0,
  approximate: 0,
  new: 0,
}
const RUNNING = {
  status: 'running',
  progress: { done: 0, total: null, share: null, message: null },
  waiting: null,
  completedAt: null,
  counts: COUNTS,
} as const
const said = (more: Partial<EmptyList>) =>
  describeEmptyList({ isElsewhere: false, isFiltered: false, search: null, ...more })

test('without a place the list asks for a search, or for fewer filters where some are set', () => {
  assert.match(said({}).detail, /^Search for some above\.$/)
  assert.match(said({ isFiltered: true }).detail, /filters/)
  assert.match(said({ isElsewhere: true }).title, /part of the map/)
})

test('of a search under way it says that it runs and what it does now', () => {
  assert.equal(said({ search: { ...RUNNING, status: 'queued' } }).title, 'Searching')
  assert.match(said({ search: { ...RUNNING, status: 'queued' } }).detail, /in the queue/)
  assert.match(said({ search: RUNNING }).detail, /planning/)
  const progress = { done: 1_200, total: 3_000, share: 0.4, message: 'indexing town.osm' }
  assert.match(said({ search: { ...RUNNING, progress } }).detail, /1,200 of 3,000 cells · indexing town\.osm/)
  const waiting = { code: 'queued', detail: 'No worker has taken it yet.', host: null, until: null }
  assert.match(said({ search: { ...RUNNING, waiting } }).detail, /No worker has taken it yet\. /)
  assert.match(said({ search: RUNNING, isFiltered: true }).title, /Searching/)
})

test('of a search that ended without a place it says how', () => {
  const ended = { ...RUNNING, completedAt: '2026-11-24T10:00:00.000Z' }
  assert.match(said({ search: { ...ended, status: 'failed' } }).title, /failed/)
  assert.match(said({ search: { ...ended, status: 'cancelled' } }).title, /cancelled/)
  assert.match(said({ search: { ...ended, status: 'succeeded' } }).title, /found no place/)
  assert.match(
    said({ search: { ...ended, status: 'succeeded', counts: { ...COUNTS, kept: 4 } }, isFiltered: true })
      .detail,
    /filters/,
  )
})
