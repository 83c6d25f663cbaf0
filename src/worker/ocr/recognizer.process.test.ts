import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { convertWithOcr } from '#extract/document/convert-with-ocr.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { docxOf, pdfOf, pdfText, wordParagraph } from '#test/support/documents/make-documents.ts'
import { pictureOf, scanOf } from '#test/support/documents/make-pdfs.ts'
import { extractContext, isolateHere } from '#test/support/extract/extract-context.ts'
import { findTesseract, createOcr } from './recognizer.ts'

const never = new AbortController().signal
const installed = await findTesseract()
const skip = installed === null && process.env['CI'] === undefined ? 'tesseract is not installed' : false
const ocr = createOcr({ processes: 1, log: silentLogger })
const context = extractContext(undefined, {
  isolate: isolateHere,
  ocr: () => ocr({ jobId: 'job_1', signal: never }),
})
const scope = { context, endsAtMs: Infinity }
const task = (bytes: Uint8Array) => ({
  bytes,
  contentType: null,
  filename: null,
  base: null,
  uri: null,
  pages: null,
  password: null,
  tables: true,
  to: ['md', 'chunks'] as const,
  images: 'placeholder' as const,
  imageMark: '',
  chunk: { by: 'heading', maxTokens: 500, mergePeers: true } as const,
})
const page = [
  pdfText(72, 700, 'The Harbour', 'F2', 24),
  pdfText(72, 660, 'Boats come in here every morning, and the people', 'F1', 12),
  pdfText(72, 645, 'of the town wait for them beside the water.', 'F1', 12),
].join('\n')
const TEXT = 'Boats come in here every morning, and the people of the town wait for them beside the water.'

test(
  'scanned pages are read like any other: headings, paragraphs, the rest of the file as it is',
  { skip },
  async () => {
    const scan = await scanOf(pdfOf([page, pdfText(72, 700, 'A second page')]))
    const { converted, warnings } = await convertWithOcr(task(scan), {}, scope)
    assert.equal(converted.markdown, `## The Harbour\n\n${TEXT}\n\nA second page`)
    assert.deepEqual([converted.ocrPages, converted.needsOcr, warnings], [[1, 2], [], []])
    assert.deepEqual(converted.chunks?.[0]?.headings, ['The Harbour'])
    const unread = await convertWithOcr(task(scan), { ocr: 'never' }, scope)
    assert.deepEqual(
      [unread.converted.needsOcr, unread.converted.ocrPages, unread.warnings.map(({ code }) => code)],
      [[1, 2], [], ['ocr_needed']],
    )
  },
)

test('a picture is read, a page with text only by force, an office file never', { skip }, async () => {
  const picture = await convertWithOcr(task(await pictureOf(pdfOf([page]))), { ocrLanguages: ['en'] }, scope)
  assert.match(
    picture.converted.markdown ?? '',
    /^<!-- image -->\n\n(?:## )?The Harbour\n\nBoats come in here/,
  )
  assert.deepEqual(picture.converted.ocrPages, [1])
  const plain = pdfOf([page])
  assert.deepEqual((await convertWithOcr(task(plain), {}, scope)).converted.ocrPages, [])
  const forced = await convertWithOcr(task(plain), { ocr: 'force' }, scope)
  assert.deepEqual([forced.converted.ocrPages, forced.converted.markdown], [[1], `## The Harbour\n\n${TEXT}`])
  const office = await convertWithOcr(task(docxOf(wordParagraph('Text'))), { ocr: 'force' }, scope)
  assert.deepEqual([office.converted.ocrPages, office.converted.markdown], [[], 'Text'])
})

test('a language that is not installed is a warning, and an error by force', { skip }, async () => {
  const scan = await scanOf(pdfOf([page]), 72)
  const { converted, warnings } = await convertWithOcr(task(scan), { ocrLanguages: ['qqq'] }, scope)
  assert.deepEqual(converted.needsOcr, [1])
  assert.match(warnings[0]?.detail ?? '', /qqq/)
  await assert.rejects(
    convertWithOcr(task(scan), { ocrLanguages: ['qqq'], ocr: 'force' }, scope),
    (error: { code: string; errors: { pointer: string }[] }) =>
      error.code === 'validation_failed' && error.errors[0]?.pointer === '/ocrLanguages',
  )
})

/** A program in the place of tesseract that does what the script says. */
async function programOf(t: { after(end: () => Promise<void>): void }, script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ocr-'))
  t.after(() => rm(folder, { recursive: true }))
  const program = join(folder, 'tesseract')
  await writeFile(program, `#!/bin/sh\n${script}\n`)
  await chmod(program, 0o755)
  return program
}

test('an engine that hangs, fails or is stopped leaves nothing behind', async (t) => {
  const picture = Buffer.from('P5\n1 1\n255\n\0')
  const recognize = async (script: string, signal: AbortSignal, timeMs: number) => {
    const program = await programOf(t, script)
    const find = async () => ({ program, languages: ['eng'] })
    const engine = await createOcr({ processes: 1, log: silentLogger, find })({ jobId: 'job_1', signal })
    const endsAtMs = performance.now() + timeMs
    return { program, lines: engine?.recognize({ picture, languages: ['eng'], endsAtMs }) }
  }
  const isRunning = (program: string): boolean =>
    globSync('/proc/[0-9]*/cmdline').some((path) => {
      try {
        return readFileSync(path, 'utf8').includes(program)
      } catch {
        return false
      }
    })
  const hangs = await recognize('sleep 1000', never, 50)
  assert.equal(await hangs.lines, null)
  assert.equal(isRunning(hangs.program), false)
  assert.equal(await (await recognize('exit 3', never, 600_000)).lines, null)
  const stop = new AbortController()
  const stopped = await recognize('sleep 1000', stop.signal, 600_000)
  const rejected = assert.rejects(stopped.lines ?? Promise.resolve(), /stopped/)
  stop.abort(new Error('stopped'))
  await rejected
  assert.equal(await findTesseract([await programOf(t, 'echo List; echo osd')]), null)
  assert.deepEqual((await findTesseract([await programOf(t, 'echo List; echo eng; echo osd')]))?.languages, [
    'eng',
  ])
})
