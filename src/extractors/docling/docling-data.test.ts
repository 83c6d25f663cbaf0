// Against the material of docling itself: every file ends in a result or a refusal by name, near what docling makes of it.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { readDocument, type ReadResult } from '#parsing/documents/read-document.ts'
import { toDoclingDocument } from '#parsing/documents/model/docling-document.ts'
import { documentMarkdown } from '#parsing/documents/write/document-markdown.ts'
import { STRICT_DOCLING_SCHEMA } from '#test/support/documents/strict-docling-schema.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { DoclingJson } from './docling-schema.ts'

const ROOT = 'data/docling/docling'
const skip = skipWithout(ROOT)

const OPTIONS = {
  contentType: null,
  base: null,
  wantsImages: false,
  pages: null,
  password: null,
  tables: true,
}

const read = (path: string): Promise<ReadResult> =>
  readDocument(readFileSync(path), { ...OPTIONS, filename: basename(path) })

const isStrict = new Ajv({ strict: false }).compile(STRICT_DOCLING_SCHEMA)

/** The places at which docling-core would refuse a document, by its own shape. */
const strictProblems = (json: unknown): string[] =>
  isStrict(json)
    ? []
    : (isStrict.errors ?? []).slice(0, 20).map(({ instancePath, message }) => `${instancePath} ${message}`)

test('languages of code have the names of docling', async () => {
  const bytes = Buffer.from('```py\na\n```\n\n```Mermaid\nb\n```\n\n```\nc\n```\n')
  const document = await readDocument(bytes, { ...OPTIONS, filename: 'a.md' })
  const json = jsonOf(document)
  assert.deepEqual(
    json.texts.map((text) => text['code_language']),
    ['Python', 'unknown', 'unknown'],
  )
  assert.deepEqual(strictProblems(json), [])
  assert.match(documentMarkdown(document.blocks), /```Mermaid/)
})

/** References to items that are not in the document. */
function danglingRefs(json: object): string[] {
  const whole = JSON.stringify(json)
  const names = new Set([...whole.matchAll(/"self_ref":"([^"]+)"/g)].map(([, name]) => name))
  return [
    ...new Set(
      [...whole.matchAll(/"\$ref":"([^"]+)"/g)].flatMap(([, name = '']) => (names.has(name) ? [] : [name])),
    ),
  ]
}

const jsonOf = (document: ReadResult) =>
  toDoclingDocument(document, {
    name: 'x',
    origin: { mimetype: document.mediaType, binary_hash: 1, filename: 'x' },
    pictureUrl: () => null,
  }).document

test('every source is read or refused by name, and what is read is a DoclingDocument', { skip }, async () => {
  const files = globSync('*/sources/**', { cwd: sharedPath(ROOT), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
  assert.ok(files.length > 50, `${files.length} files`)
  const refused = new Set<string>()
  for (const file of files) {
    let document: ReadResult | null = null
    try {
      document = await read(file)
    } catch (error) {
      assert.ok(
        error instanceof SurveyorError && error.code === 'unsupported_document',
        `${file}: ${String(error)}`,
      )
      refused.add(/([^/]+)\/sources\//.exec(file)?.[1] ?? '')
      continue
    }
    const json = jsonOf(document)
    assert.deepEqual(inputProblems(DoclingJson, json), [], file)
    assert.deepEqual(strictProblems(json), [], file)
    assert.deepEqual(danglingRefs(json), [], file)
  }
  assert.deepEqual([...refused].toSorted(), ['doc', 'jats', 'pages', 'uspto', 'xbrl'])
})

test('the schema takes the documents that docling itself wrote', { skip }, () => {
  const files = globSync('*/groundtruth/*.json', { cwd: sharedPath(ROOT) }).filter(
    (path) => !path.includes('.pages.'),
  )
  assert.ok(files.length > 20)
  for (const file of files) {
    const json: unknown = JSON.parse(readFileSync(sharedPath(`${ROOT}/${file}`), 'utf8'))
    assert.deepEqual(inputProblems(DoclingJson, json), [], file)
    assert.deepEqual(strictProblems(json), [], file)
  }
  // It can fail: docling-core reads no item with a field of another one.
  const item = { self_ref: '#/texts/0', label: 'text', orig: 'a', text: 'a' }
  assert.deepEqual(strictProblems({ name: 'a', texts: [item] }), [])
  for (const wrong of [{ level: 1 }, { code_language: 'Python' }, { label: 'code', code_language: 'python' }])
    assert.notDeepEqual(strictProblems({ name: 'a', texts: [{ ...item, ...wrong }] }), [])
})

test('words of each format are those of docling, nearly all of them', { skip }, async () => {
  const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
  for (const [format, atLeast] of Object.entries({
    csv: 0.99,
    docx: 0.97,
    epub: 0.97,
    html: 0.96,
    md: 0.97,
    odf: 0.93,
    pdf: 0.85,
    pptx: 0.9,
    xlsx: 0.97,
  })) {
    const scores: number[] = []
    for (const path of globSync(`${format}/sources/*`, { cwd: sharedPath(ROOT) })) {
      const truth = [`${basename(path)}.md`, `${basename(path).replace(/\.\w+$/, '')}.md`]
        .map((name) => globSync(`${format}/groundtruth/${name}`, { cwd: sharedPath(ROOT) })[0])
        .find((name) => name !== undefined)
      if (truth === undefined) continue
      const ours = wordsOf(documentMarkdown((await read(sharedPath(`${ROOT}/${path}`))).blocks))
      const theirs = wordsOf(readFileSync(sharedPath(`${ROOT}/${truth}`), 'utf8'))
      const left = new Map<string, number>()
      for (const word of theirs) left.set(word, (left.get(word) ?? 0) + 1)
      const hits = ours.filter((word) => {
        const count = left.get(word) ?? 0
        left.set(word, count - 1)
        return count > 0
      })
      scores.push(ours.length + theirs.length === 0 ? 1 : (2 * hits.length) / (ours.length + theirs.length))
    }
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
    assert.ok(mean >= atLeast, `${format}: ${mean.toFixed(3)} of ${scores.length} files`)
  }
})

interface TruthTable {
  readonly data: {
    readonly num_rows: number
    readonly num_cols: number
    readonly table_cells: {
      readonly text: string
      readonly start_row_offset_idx: number
      readonly start_col_offset_idx: number
    }[]
  }
}

test(
  'tables of office files, sheets and pages have the cells that docling finds, at their places',
  { skip },
  async () => {
    let [cells, equal] = [0, 0]
    for (const path of globSync('{docx,xlsx,pptx,html,csv}/sources/*', { cwd: sharedPath(ROOT) })) {
      const [truth] = globSync(`${path.replace('/sources/', '/groundtruth/')}.json`, {
        cwd: sharedPath(ROOT),
      })
      if (truth === undefined) continue
      const theirs = JSON.parse(readFileSync(sharedPath(`${ROOT}/${truth}`), 'utf8')) as {
        tables: TruthTable[]
      }
      const ours = jsonOf(await read(sharedPath(`${ROOT}/${path}`))).tables as unknown as TruthTable[]
      for (const [at, { data }] of theirs.tables.entries()) {
        const place = ({
          start_row_offset_idx: row,
          start_col_offset_idx: column,
        }: TruthTable['data']['table_cells'][number]): string => `${row} ${column}`
        const found = new Map((ours[at]?.data.table_cells ?? []).map((cell) => [place(cell), cell.text]))
        const plain = (text: string | undefined): string => (text ?? '').replace(/[\s\u00a0]+/g, '')
        for (const cell of data.table_cells) {
          cells += 1
          if (plain(found.get(place(cell))) === plain(cell.text)) equal += 1
        }
      }
    }
    assert.ok(cells > 500 && equal / cells > 0.95, `${equal} of ${cells}`)
  },
)
