import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { inspectImage } from '#extractors/image/inspect/inspect-image.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { createIsolate } from '#worker/isolate/isolate.ts'

const FOLDER = 'data/images'
const WANTS = { hash: true, palette: true, metadata: true, gps: true, output: null }

/**
 * As observed with sharp 0.35.5. Refused files are truncated, damaged or not images at all; files that are only
 * identified are HEIC, JPEG 2000 or PSD.
 */
const OUTCOMES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'broken-heif': { not_decodable: 6, source_broken: 8, unsupported_document: 2 },
  'exiv2-hostile': {
    inspected: 27,
    not_decodable: 6,
    source_broken: 25,
    target_too_large: 1,
    unsupported_document: 3,
  },
  'exiv2-valid': { inspected: 29, not_decodable: 3, source_broken: 3 },
  'heif-avif-webp': { inspected: 8, not_decodable: 1 },
  'png-testpngs': { image_damaged: 2, inspected: 55, source_broken: 12 },
  pngsuite: { inspected: 31 },
}

test(
  'every file is inspected or refused with a code, and none takes its child along',
  { skip: skipWithout(FOLDER) },
  async () => {
    // One line of the table for each set: name and number of files.
    const manifest = await readFile(sharedPath(`${FOLDER}/MANIFEST.md`), 'utf8')
    const promised = [...manifest.matchAll(/^\| ([a-z][\w-]+) \| (\d+) \|/gm)].map(([, set, files]) => [
      set,
      Number(files),
    ])
    const caller = { jobId: 'job_1', signal: new AbortController().signal }
    await using isolate = createIsolate({ children: 2, heapMb: 256, log: silentLogger })
    const outcomes: Record<string, Record<string, number>> = {}
    const counted: [string, number][] = []
    for (const { name: set } of readdirSync(sharedPath(FOLDER), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    )) {
      const files = readdirSync(sharedPath(`${FOLDER}/${set}`))
      counted.push([set, files.length])
      const ends = await Promise.all(
        files.map(async (file) => {
          try {
            const { facts } = await inspectImage(
              await readFile(sharedPath(`${FOLDER}/${set}/${file}`)),
              WANTS,
              {
                context: { isolate: (parser, input, bounds) => isolate.run(parser, input, caller, bounds) },
                // All of a set stand in one line.
                endsAtMs: performance.now() + 600_000,
              },
            )
            assert.ok(facts.width !== null && facts.height !== null, file)
            return facts.warnings.find(({ code }) => code !== 'metadata_unreadable')?.code ?? 'inspected'
          } catch (error) {
            // Anything without a code would be a defect of ours.
            assert.ok(error instanceof SurveyorError, `${file}: ${String(error)}`)
            assert.doesNotMatch(error.message, /did not survive/, file)
            return error.code
          }
        }),
      )
      outcomes[set] = Object.fromEntries(
        [...new Set(ends)].toSorted().map((end) => [end, ends.filter((one) => one === end).length]),
      )
    }
    assert.deepEqual(counted.toSorted(), promised.toSorted())
    assert.deepEqual(outcomes, OUTCOMES)
  },
)
