// Images: every file of the hostile and the valid sets through the child process, and what the largest ones cost in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { inspectImage, type Wants } from '#extractors/image/inspect/inspect-image.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { sharedPath } from '#test/support/shared-data.ts'
import { createIsolate, type Isolate } from '#worker/isolate/isolate.ts'
import { DEFAULT_WORKER_TIMES } from '#worker/settings.ts'

export const name = 'images'
export const about =
  'every file of data/images inspected or refused: outcomes, ms and memory of the child; 99-megapixel images; beside bare sharp'

const FOLDER = 'data/images'
const ALL: Wants = { hash: true, palette: true, metadata: true, gps: false, output: null }
const ROUNDS = 3
/** A little below the limit. */
const LARGE_PX = 9_990

export async function run(): Promise<void> {
  if (existsSync(sharedPath(FOLDER))) await runFiles()
  else console.log(`images: skipped the sets, they are not here (../shared/${FOLDER})`)
  await runLarge()
}

const openIsolate = (): Isolate =>
  createIsolate({ children: 1, heapMb: DEFAULT_WORKER_TIMES.parserHeapMb, log: silentLogger })

async function inspected(isolate: Isolate, file: Uint8Array): Promise<string> {
  const caller = { jobId: 'bench', signal: new AbortController().signal }
  try {
    const { facts } = await inspectImage(file, ALL, {
      context: { isolate: (parser, input, bounds) => isolate.run(parser, input, caller, bounds) },
      endsAtMs: performance.now() + 60_000,
    })
    return facts.warnings.find(({ code }) => code !== 'metadata_unreadable')?.code ?? 'inspected'
  } catch (error) {
    if (error instanceof SurveyorError) return error.code
    throw error
  }
}

async function runFiles(): Promise<void> {
  const files = readdirSync(sharedPath(FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: set }) =>
      readdirSync(sharedPath(`${FOLDER}/${set}`)).map((file) => ({
        set,
        bytes: readFileSync(sharedPath(`${FOLDER}/${set}/${file}`)),
      })),
    )
  const outcomes = new Map<string, Map<string, number>>()
  const times: number[] = []
  let peakMb = 0
  let bareMs = 0
  await using isolate = openIsolate()
  const startedMs = performance.now()
  await inspected(isolate, files[0]?.bytes ?? Buffer.alloc(0))
  await inspected(
    isolate,
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )
  const firstMs = performance.now() - startedMs
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { set, bytes } of files) {
      const from = performance.now()
      const outcome = await inspected(isolate, bytes)
      times.push(performance.now() - from)
      peakMb = Math.max(peakMb, childPeakMb() ?? 0)
      if (round === 0) {
        const counts = outcomes.get(set) ?? new Map<string, number>()
        outcomes.set(set, counts.set(outcome, (counts.get(outcome) ?? 0) + 1))
      }
      const bareFrom = performance.now()
      await bare(bytes)
      bareMs += performance.now() - bareFrom
    }
  }
  console.log(`\n${files.length} files of ${FOLDER}, ${ROUNDS} rounds in one child at a time`)
  for (const [set, counts] of outcomes) {
    const list = [...counts].toSorted().map(([outcome, count]) => `${outcome} ${count}`)
    console.log(`  ${set.padEnd(16)} ${list.join(', ')}`)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): string =>
    `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)} ms`
  const ours = times.reduce((sum, ms) => sum + ms, 0)
  console.log(
    `  p50 ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)}; the first image of a new child ${firstMs.toFixed(0)} ms`,
  )
  console.log(
    `  ${((1_000 * times.length) / ours).toFixed(0)} files/s; bare sharp in this process (metadata and a small copy) ${((1_000 * times.length) / bareMs).toFixed(0)} files/s`,
  )
  console.log(`  most memory of a child (VmHWM): ${peakMb.toFixed(0)} MB`)
}

/** The obvious code: no isolation, no hash, no palette, no EXIF. */
async function bare(bytes: Uint8Array): Promise<void> {
  try {
    await sharp(bytes).metadata()
    await sharp(bytes).resize(96, 96, { fit: 'inside' }).ensureAlpha().raw().toBuffer()
  } catch {
    // Refused.
  }
}

async function runLarge(): Promise<void> {
  const even = (): Sharp =>
    sharp({
      create: { width: LARGE_PX, height: LARGE_PX, channels: 3, background: '#336699' },
      limitInputPixels: false,
    })
  const cases: readonly [string, () => Promise<Uint8Array>][] = [
    ['JPEG', () => even().jpeg().toBuffer()],
    ['JPEG, progressive', () => even().jpeg({ progressive: true }).toBuffer()],
    ['PNG', () => even().png({ compressionLevel: 1 }).toBuffer()],
    [
      'PNG, 16 bits, interlaced',
      () => even().toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    ],
    ['WebP', () => even().webp({ effort: 0 }).toBuffer()],
    ['GIF', () => even().gif({ effort: 1 }).toBuffer()],
    ['TIFF, deflate', () => even().tiff({ compression: 'deflate' }).toBuffer()],
  ]
  console.log(`\n${((LARGE_PX * LARGE_PX) / 1e6).toFixed(0)} megapixels in a child of its own`)
  for (const [label, make] of cases) {
    const file = await make()
    await using isolate = openIsolate()
    const from = performance.now()
    const outcome = await inspected(isolate, file)
    const ms = performance.now() - from
    console.log(
      `  ${label.padEnd(26)} ${outcome.padEnd(12)} ${ms.toFixed(0).padStart(6)} ms ${(childPeakMb() ?? Number.NaN).toFixed(0).padStart(6)} MB`,
    )
  }
}

/** The peak memory of any living child of this process; null without children, and on systems other than Linux. */
function childPeakMb(): number | null {
  let peak: number | null = null
  for (const pid of tryRead(`/proc/self/task/${process.pid}/children`).trim().split(' ')) {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(tryRead(`/proc/${pid}/status`))?.[1]
    if (kilobytes !== undefined) peak = Math.max(peak ?? 0, Number(kilobytes) / 1_024)
  }
  return peak
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}
