// Payloads of Google's map: milliseconds for a recorded one from text to places, and for texts that grow.
import { readdirSync, readFileSync } from 'node:fs'
import { dataIn } from '#extractors/maps/providers/google/payload/envelope.ts'
import { findPlaces } from '#extractors/maps/providers/google/payload/find-places.ts'
import { readPlace } from '#extractors/maps/providers/google/place/read-place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'

export const name = 'google-payloads'
export const about =
  'milliseconds for a payload of the google provider, recorded ones and growing hostile ones'

const FOLDER = 'data/google-maps'
const ROUNDS = 100
const OPTIONS = { fetchedAt: '2026-11-23T00:00:00.000Z', language: null }

/** Chars of text; each shape is made twice as long until this. */
const MAX_CHARS = 8_000_000
const HOSTILE: Readonly<Record<string, (chars: number) => string>> = {
  'empty lists': (chars) => `[${'[],'.repeat(chars / 3)}null]`,
  'lists in lists': (chars) => `${'['.repeat(100)}${'[[[]]],'.repeat(chars / 7)}0${']'.repeat(100)}`,
  'long slots': (chars) => JSON.stringify(Array.from({ length: 80 }, () => 'x'.repeat(chars / 80))),
  'open brackets': (chars) => '['.repeat(chars),
  'a page of links': (chars) => '<link href="/search?tbm=map'.repeat(chars / 27),
}

export async function run(): Promise<void> {
  const absent = skipWithout(FOLDER)
  if (absent !== false) console.log(absent)
  else {
    console.log(line(['recorded payload', 'kB', 'places', 'median ms', 'slowest ms']))
    for (const file of readdirSync(sharedPath(FOLDER)).filter((each) => !each.endsWith('.md'))) {
      const text = readFileSync(sharedPath(`${FOLDER}/${file}`), 'utf8')
      const times = Array.from({ length: ROUNDS }, () => timeOf(text).ms).toSorted((a, b) => a - b)
      const [median, slowest] = [times[ROUNDS / 2] ?? 0, times.at(-1) ?? 0]
      console.log(
        line([
          file,
          Math.round(text.length / 1_000),
          timeOf(text).places,
          median.toFixed(2),
          slowest.toFixed(2),
        ]),
      )
    }
  }
  console.log(line(['\nhostile text', 'kB', '', 'ms', 'ms per MB']))
  for (const [shape, make] of Object.entries(HOSTILE)) {
    for (let chars = MAX_CHARS / 4; chars <= MAX_CHARS; chars *= 2) {
      const text = make(chars)
      const { ms } = timeOf(text)
      console.log(
        line([
          shape,
          Math.round(text.length / 1_000),
          '',
          ms.toFixed(1),
          ((ms * 1e6) / text.length).toFixed(1),
        ]),
      )
    }
  }
}

function timeOf(text: string): { readonly ms: number; readonly places: number } {
  const from = performance.now()
  const places = read(text)
  return { ms: performance.now() - from, places }
}

function read(text: string): number {
  try {
    return findPlaces(dataIn(text)).flatMap((array) => readPlace(array, OPTIONS) ?? []).length
  } catch (error) {
    if (error instanceof SurveyorError) return 0
    throw error
  }
}

const line = ([first = '', ...cells]: (string | number)[]): string =>
  String(first).padEnd(34) + cells.map((cell) => String(cell).padStart(12)).join('')
