// The bar as a terminal gets it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgressBar } from './progress-bar.ts'

function screen(isTTY: boolean): { readonly out: NodeJS.WriteStream; readonly written: string[] } {
  const written: string[] = []
  const out = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream
  return { out, written }
}

test('on a terminal it moves with the share of the work, whatever the stage', () => {
  const { out, written } = screen(true)
  const bar = createProgressBar(out)
  bar.update('indexing town.osm', 0.25)
  bar.update('searching', null, '0 found')
  bar.update('searching', 0.5, '7 found')
  bar.end('succeeded')
  const shown = written.map((text) => text.replace('\r\u001b[K', ''))
  assert.deepEqual(shown, [
    `[${'█'.repeat(7)}${'·'.repeat(21)}]   25% indexing town.osm`,
    `[${'·'.repeat(28)}]       searching: 0 found`,
    `[${'█'.repeat(14)}${'·'.repeat(14)}]   50% searching: 7 found`,
    `[${'█'.repeat(28)}]  100% succeeded\n`,
  ])
})

test('elsewhere each stage is one line', () => {
  const { out, written } = screen(false)
  const bar = createProgressBar(out)
  for (const share of [0.1, 0.2]) bar.update('checking', share)
  bar.update('searching', 0, '1 found')
  bar.end('done')
  assert.deepEqual(written, ['checking\n', 'searching\n', 'done\n'])
})
