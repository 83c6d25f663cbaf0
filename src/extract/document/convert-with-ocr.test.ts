import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractContext, ExtractOcr } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { pdfOf, pdfText } from '#test/support/documents/make-documents.ts'
import { scanOf } from '#test/support/documents/make-pdfs.ts'
import { extractContext, isolateHere } from '#test/support/extract/extract-context.ts'
import { convertWithOcr } from './convert-with-ocr.ts'
import { engineLanguage } from './ocr-languages.ts'

const scan = await scanOf(pdfOf([pdfText(72, 700, 'One'), pdfText(72, 700, 'Two')]), 36)
const task = {
  bytes: scan,
  contentType: null,
  filename: null,
  base: null,
  uri: null,
  pages: null,
  password: null,
  tables: true,
  to: ['text'],
  images: 'placeholder',
  imageMark: '',
  chunk: { by: 'heading', maxTokens: 500, mergePeers: true },
} as const
const line = (text: string) => ({
  words: [{ text, left: 300, top: 300, right: 900, bottom: 350 }],
  size: 50,
  baseline: 345,
})

async function read(recognize: ExtractOcr['recognize'], more: Partial<ExtractContext> = {}) {
  const ocr = async (): Promise<ExtractOcr> => ({ languages: ['deu', 'eng'], recognize })
  const context = extractContext(undefined, { isolate: isolateHere, ocr, ...more })
  return convertWithOcr(task, {}, { context, endsAtMs: performance.now() + 3_600_000 })
}

test('a page that the engine fails on stays in needsOcr, the others are read', async () => {
  let page = 0
  const { converted, warnings } = await read(async () => ((page += 1) === 1 ? null : [line('Two it says')]))
  assert.deepEqual([converted.ocrPages, converted.needsOcr, converted.text], [[2], [1], 'Two it says'])
  assert.deepEqual(
    warnings.map(({ code, detail }) => [code, detail]),
    [['ocr_incomplete', 'OCR read 1 of 2 pages; it failed on 1.']],
  )
})

test('an empty page was read as well, and is not asked for again', async () => {
  const { converted, warnings } = await read(async () => [])
  assert.deepEqual([converted.ocrPages, converted.needsOcr, converted.text, warnings], [[1, 2], [], '', []])
})

test('what was read before OCR is the answer where the time is up afterwards', async () => {
  const asked: string[] = []
  const { converted, warnings } = await read(async () => [line('Words')], {
    isolate: async (parser, input, bounds) => {
      asked.push(parser.pathname.split('/').at(-1) ?? '')
      if (asked.length === 4) throw extractError('extract_timeout', 'late')
      return isolateHere(parser, input, bounds)
    },
  })
  assert.deepEqual(asked, [
    'document-child.ts',
    'page-raster-child.ts',
    'page-raster-child.ts',
    'document-child.ts',
  ])
  assert.deepEqual(
    [converted.needsOcr, converted.ocrPages, warnings[0]?.code],
    [[1, 2], [], 'ocr_incomplete'],
  )
})

test('a cancelled job ends, whatever the engine was doing', async () => {
  await assert.rejects(
    read(async () => {
      throw new Error('cancelled')
    }),
    /cancelled/,
  )
})

test('languages by their tag and by the name of the engine', () => {
  const installed = ['deu', 'eng', 'chi_tra', 'Latin']
  assert.deepEqual(
    ['de', 'de-AT', 'deu', 'DE', 'zh-TW', 'zh_Hant', 'Latin', 'fr', 'constructor'].map((language) =>
      engineLanguage(language, installed),
    ),
    ['deu', 'deu', 'deu', 'deu', 'chi_tra', 'chi_tra', 'Latin', null, null],
  )
})
