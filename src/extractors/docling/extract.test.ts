import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractContext, ExtractRequest, ExtractResponse } from '#extract/context.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { docxOf, pdfOf, pdfText, wordParagraph, xlsxOf } from '#test/support/documents/make-documents.ts'
import { extractContext, isolateHere, siteOf } from '#test/support/extract/extract-context.ts'
import { createMemoryArtifacts } from '#test/support/extract/memory-artifacts.ts'
import docling from './index.ts'
import { DoclingJson } from './docling-schema.ts'
import { create } from './extract.ts'
import { DoclingData, DoclingInput } from './options.ts'

const ADDRESS = 'https://example.org/files/axe%20list.docx'
const { operations } = await create({ settings: {} })

async function run(
  input: object,
  answers: Readonly<Record<string, string | Partial<ExtractResponse>>> = {},
  {
    extract = operations['extract'],
    ...more
  }: Partial<ExtractContext> & { extract?: typeof operations.extract | undefined } = {},
) {
  assert.deepEqual(inputProblems(DoclingInput, input), [])
  const { saveArtifact, readArtifact, saved, bring } = createMemoryArtifacts()
  const context = extractContext(siteOf(answers).fetch, {
    isolate: isolateHere,
    saveArtifact,
    readArtifact,
    ...more,
  })
  const output = await extract?.(input, context)
  assert.ok(output !== undefined)
  assert.deepEqual(inputProblems(DoclingData, output.data), [])
  return { ...output, data: output.data as DoclingData, saved, bring }
}

const picture = wordParagraph('<w:r><w:drawing><a:blip r:embed="p"/></w:drawing></w:r>')
const word = docxOf(
  wordParagraph('Axes', '<w:pStyle w:val="T1"/>') +
    wordParagraph('Forged', '<w:pStyle w:val="H1"/>') +
    wordParagraph(
      '<w:r><w:t xml:space="preserve">By hand, </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>slowly</w:t></w:r>',
    ) +
    picture,
)
const answers = { [ADDRESS]: { body: word, headers: { 'content-type': 'application/octet-stream' } } }

test('a document without a byte is an error and no empty text', async () => {
  const empty = { [ADDRESS]: { status: 204, body: Buffer.alloc(0), headers: {} } }
  await assert.rejects(run({ url: ADDRESS }, empty), { code: 'empty_content' })
})

test('a page that is a wall or empty is an error; one that a redirect without an address brings is told', async () => {
  const ofPage = async (status: number, html: string) => {
    const headers = { 'content-type': 'text/html' }
    const answer = { [ADDRESS]: { status, body: Buffer.from(html), headers } }
    return (await run({ url: ADDRESS }, answer)).warnings?.map(({ code }) => code)
  }
  const wall = '<title>Just a moment...</title><script>window._cf_chl_opt = {}</script>'
  await assert.rejects(ofPage(200, wall), { code: 'target_blocked' })
  await assert.rejects(ofPage(200, '<title>Axes</title><body></body>'), { code: 'empty_content' })
  const words = '<h1>Axes</h1><p>We forge axes by hand, slowly, in a shop behind the station.</p>'
  assert.deepEqual(await ofPage(200, words), [])
  assert.deepEqual(await ofPage(302, words), ['http_status'])
})

test('options that changed nothing are named', async () => {
  const unusedBy = async (input: object, body: Uint8Array): Promise<unknown[]> => {
    const { warnings } = await run({ url: ADDRESS, ...input }, { [ADDRESS]: { body, headers: {} } })
    return (warnings ?? []).filter(({ code }) => code === 'option_unused').map(({ pointer }) => pointer)
  }
  const input = { pages: '1', password: 'x', tables: 'off', chunk: { maxTokens: 50 } }
  assert.deepEqual(await unusedBy(input, word), ['/chunk', '/pages', '/password', '/tables'])
  assert.deepEqual(await unusedBy({ ...input, to: ['chunks'] }, pdfOf([pdfText(72, 700, 'Words')])), [])
})

test('cells of a spreadsheet as shown, with what is hidden left out and named', async () => {
  const body = xlsxOf(
    '<row r="1"><c r="A1" s="1"><v>45292</v></c><c r="B1" t="b"><v>0</v></c></row><row r="2" hidden="1"><c r="A2"><v>2</v></c></row>',
  )
  const convert = async (input: object, bytes: Uint8Array = body) =>
    run({ url: ADDRESS, to: ['md'], ...input }, { [ADDRESS]: { body: bytes, headers: {} } })
  const shown = await convert({ cells: 'shown', pages: '1' })
  assert.equal(shown.data.markdown, '## Prices\n\n| 01/01/2024 | FALSE |\n| - | - |')
  assert.deepEqual(shown.warnings, [
    {
      code: 'hidden_left_out',
      detail: 'Hidden lines with something in them are left out: 1 row, 0 columns.',
      pointer: '/cells',
    },
  ])
  const values = await convert({ pages: '1' })
  assert.match(values.data.markdown ?? '', /2024-01-01 00:00:00 \| False/)
  assert.deepEqual(values.warnings, [])
  const other = await convert({ cells: 'shown' }, word)
  assert.deepEqual(
    other.warnings?.map(({ code, pointer }) => [code, pointer]),
    [['option_unused', '/cells']],
  )
  assert.notDeepEqual(inputProblems(DoclingInput, { url: ADDRESS, cells: 'seen' }), [])
})

test('every form of one document; the DoclingDocument is one by its schema', async () => {
  const { data, engine } = await run({ url: ADDRESS, to: ['md', 'json', 'html', 'text', 'chunks'] }, answers)
  assert.deepEqual(
    [data.format, data.filename, data.status, data.title, engine],
    ['docx', 'axe list.docx', 'success', null, 'http'],
  )
  assert.equal(data.markdown, '# Axes\n\n## Forged\n\nBy hand, *slowly*\n\n<!-- image -->')
  assert.equal(data.text, 'Axes\n\nForged\n\nBy hand, slowly')
  assert.match(
    data.html ?? '',
    /<h1>Axes<\/h1>\n<h2>Forged<\/h2>\n<p>By hand, <em>slowly<\/em><\/p>\n<figure>/,
  )
  assert.deepEqual(data.chunks, [
    {
      index: 0,
      text: 'By hand, *slowly*',
      headings: ['Axes', 'Forged'],
      pageNumbers: [],
      docItems: ['#/groups/0'],
      tokensEstimate: 5,
    },
  ])
  assert.deepEqual(data.stats, { pages: null, tables: 0, pictures: 1, ocrPages: 0 })
  assert.deepEqual(inputProblems(DoclingJson, data.document), [])
  const { body, groups, texts } = data.document as Record<
    string,
    { children?: unknown }[] & { children: unknown }
  >
  assert.deepEqual(
    body?.children,
    ['#/texts/0', '#/texts/1', '#/groups/0', '#/pictures/0'].map(($ref) => ({ $ref })),
  )
  assert.deepEqual(
    groups?.[0]?.children,
    ['#/texts/2', '#/texts/3'].map(($ref) => ({ $ref })),
  )
  assert.deepEqual(texts?.length, 4)
})

test('pictures in place of their comments: as bytes, and as artifacts', async () => {
  const embedded = await run({ url: ADDRESS, to: ['md', 'json'], images: 'embedded' }, answers)
  assert.match(embedded.data.markdown ?? '', /!\[Image\]\(data:image\/png;base64,iVBOR/)
  const { data, saved } = await run(
    { url: ADDRESS, to: ['md', 'html', 'json'], images: 'referenced' },
    answers,
  )
  assert.deepEqual(
    saved.map(({ kind, mediaType }) => [kind, mediaType]),
    [['image', 'image/png']],
  )
  const address = /!\[Image\]\((\S+)\)/.exec(data.markdown ?? '')?.[1] ?? assert.fail('no picture')
  assert.match(address, /artifacts\/art_/)
  assert.ok(data.html?.includes(`<img src="${address}"`))
  assert.ok(JSON.stringify(data.document).includes(`"uri":"${address}"`))
})

test('a submitted page, a file, text by its name; links against the base', async () => {
  const page = await run({
    html: '<h1>A</h1><p><a href="b">b</a></p>',
    baseUrl: 'https://example.org/a/',
    to: ['md'],
  })
  assert.equal(page.data.markdown, '# A\n\n[b](https://example.org/a/b)')
  const csv = await run(
    { url: 'https://example.org/x', filename: 'x.csv', to: ['md'] },
    { 'https://example.org/x': { body: Buffer.from('a;b\n1;2\n'), headers: {} } },
  )
  assert.deepEqual([csv.data.format, csv.data.markdown], ['csv', '| a | b |\n| - | - |\n| 1 | 2 |'])
  const artifacts = createMemoryArtifacts()
  const artifactId = artifacts.bring({ bytes: word, mediaType: 'application/octet-stream', filename: null })
  const file = await run({ artifactId, to: ['text'] }, {}, { readArtifact: artifacts.readArtifact })
  assert.deepEqual([file.data.url, file.engine, file.data.text?.slice(0, 4)], [null, 'none', 'Axes'])
})

test('pages are chosen; ranges that name none, OCR that is not there and failed targets are refused', async () => {
  const pdf = {
    'https://example.org/p': {
      body: pdfOf(['one', 'two', 'three'].map((text) => pdfText(72, 400, `Page ${text} of the book`))),
      headers: {},
    },
  }
  const { data } = await run({ url: 'https://example.org/p', pages: '3,1-1', to: ['text', 'chunks'] }, pdf)
  assert.equal(data.text, 'Page one of the book\n\nPage three of the book')
  assert.deepEqual(data.chunks?.[0]?.pageNumbers, [1, 3])
  assert.equal(data.stats.pages, 2)
  const url = 'https://example.org/p'
  const pointers = (pointer: string) => (error: { code: string; errors: { pointer: string }[] }) =>
    error.code === 'validation_failed' && error.errors[0]?.pointer === pointer
  await assert.rejects(run({ url, pages: '5-2' }, pdf), pointers('/pages'))
  await assert.rejects(run({ url, pages: '0' }, pdf), pointers('/pages'))
  // The second page of three, and none of the later ones.
  assert.equal((await run({ url, pages: '2-9', to: ['text'] }, pdf)).data.stats.pages, 2)
  await assert.rejects(run({ url, pages: '4-9' }, pdf), pointers('/pages'))
  await assert.rejects(run({ url, ocr: 'force' }, pdf), pointers('/ocr'))
  await assert.rejects(run({ url }, { [url]: { status: 404, body: Buffer.from('gone') } }), {
    code: 'target_http_error',
  })
  assert.deepEqual(
    inputProblems(DoclingInput, { url, pages: 'all' }).map(({ pointer }) => pointer),
    ['/pages'],
  )
  assert.deepEqual(
    inputProblems(DoclingInput, { url, page: '1' }).map(({ code }) => code),
    ['unknown_key'],
  )
})

test('a scan says which pages only OCR could read', async () => {
  const image = '/Resources << >>'
  const scan = pdfOf(['q 612 0 0 792 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q'], image)
  const { data, warnings } = await run({ url: ADDRESS }, { [ADDRESS]: { body: scan, headers: {} } })
  assert.deepEqual([data.needsOcr, data.stats.ocrPages], [[1], 0])
  assert.deepEqual(
    warnings?.map(({ code }) => code),
    ['ocr_needed'],
  )
})

test('raw is the first form that was asked for', () => {
  const raw = docling.operations['extract']?.raw
  const of = (data: object) => raw?.contentOf({ data, artifacts: [] })
  assert.deepEqual(of({ html: '<p>', text: 'x' }), { text: '<p>', mediaType: 'text/html' })
  assert.deepEqual(of({ document: { name: 'x' } }), { json: { name: 'x' } })
  assert.ok('missing' in (of({}) ?? {}))
})

test('a docling-serve converts in our place, with its errors as ours', async () => {
  const asked: ExtractRequest[] = []
  let answer: unknown = {}
  let status = 200
  const serve = await create({
    settings: { doclingServeUrl: 'http://127.0.0.1:5001/' },
    peerFetch: async (setting, request) => {
      assert.equal(setting, 'doclingServeUrl')
      asked.push(request)
      return { status, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
    },
  })
  const given = (input: object) =>
    run({ url: ADDRESS, ...input }, answers, { extract: serve.operations['extract'] })
  const { data: own } = await run({ url: ADDRESS, to: ['json'] }, answers)
  answer = {
    document: {
      filename: 'a.docx',
      md_content: '# Theirs',
      html_content: null,
      json_content: {
        ...own.document,
        origin: { mimetype: 'text/plain', binary_hash: 1, filename: 'a.docx', uri: null },
        field_items: null,
      },
    },
    status: 'partial_success',
    errors: [
      {
        component_type: 'model',
        module_name: 'x',
        error_message: 'page lost',
        category: 'timeout',
        page_no: 2,
      },
    ],
    processing_time: 1,
    timings: {},
  }
  const { data, engine, warnings } = await given({
    to: ['md', 'json', 'chunks'],
    ocr: 'force',
    pages: '2,4-5',
    tables: 'fast',
  })
  assert.deepEqual([data.markdown, data.status, engine], ['# Theirs', 'partial_success', 'docling-serve'])
  assert.deepEqual(data.pageErrors, [{ page: 2, code: 'timeout', detail: 'page lost' }])
  assert.deepEqual(data.stats, { pages: 0, tables: 0, pictures: 1, ocrPages: null })
  assert.deepEqual(
    warnings?.map(({ code }) => code),
    ['chunks_unavailable'],
  )
  const [request] = asked
  assert.equal(request?.url, 'http://127.0.0.1:5001/v1/convert/file')
  const form = await new Response(Buffer.from((request?.body ?? '') as Uint8Array), {
    headers: request?.headers ?? {},
  }).formData()
  const file = form.get('files')
  assert.ok(file instanceof File && file.name === 'axe list.docx' && file.size === word.length)
  assert.deepEqual(form.getAll('to_formats'), ['md', 'json'])
  assert.deepEqual(form.getAll('page_range'), ['2', '5'])
  assert.deepEqual([form.get('force_ocr'), form.get('table_mode')], ['true', 'fast'])

  answer = { document: {}, status: 'failure', errors: [{ error_message: 'no idea' }] }
  await assert.rejects(given({}), { code: 'unsupported_document', message: /no idea/ })
  answer = { document: {}, status: 'success', errors: [] }
  await assert.rejects(given({}), { code: 'upstream_changed' })
  // A table without its fields.
  answer = { document: { json_content: { ...own.document, tables: [{}] } }, status: 'success', errors: [] }
  await assert.rejects(given({ to: ['json'] }), { code: 'upstream_changed', message: /\/tables\/0/ })
  answer = { document: { md_content: 'x' }, status: 'success', errors: [] }
  const page = await run({ html: '<p>x</p>', to: ['md'] }, {}, { extract: serve.operations['extract'] })
  assert.equal(page.data.filename, null)
  answer = 'hello'
  await assert.rejects(given({}), { code: 'upstream_changed' })
  status = 503
  await assert.rejects(given({}), { code: 'target_http_error', retryable: true })
})
