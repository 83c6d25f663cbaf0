// Office documents that two authors made up without having seen the code, by hand and with many programs: what is read of their
// paragraphs, headings, tables and lists as a reader sees them (docs/documents.md).
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { textOfSpans, type Block } from '#parsing/documents/model/document-blocks.ts'
import { readDocument } from '#parsing/documents/read-document.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'
import { cellsOf, Count, itemsIn, key, tablesIn } from '#test/support/documents/read-scores.ts'

interface OfficeDocument {
  readonly headings?: readonly (readonly [level: number, text: string])[]
  readonly paragraphs?: readonly string[]
  /** Rows of cells. */
  readonly tables?: readonly (readonly (readonly string[])[])[]
  /** `mark`: '' for a bullet. */
  readonly lists?: readonly (readonly (readonly [mark: string, text: string])[])[]
}

/** By set, the least: of whole paragraphs and of marks of lists, and of headings and cells and items as precision and recall. */
const REACHED = {
  first: { paragraphs: 0.99, marks: 0.99, headings: [0.97, 0.945], cells: [0.99, 0.99], items: [0.99, 0.99] },
  second: { paragraphs: 0.99, marks: 0.99, headings: [0.95, 0.95], cells: [0.98, 0.98], items: [0.99, 0.99] },
} as const

/** What is seen, without groups around it. */
function* seen(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    if ((block.layer ?? 'body') !== 'body') continue
    if (block.kind === 'group') yield* seen(block.children)
    else yield block
  }
}

const marksIn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'list'
      ? block.items.flatMap(({ spans, enumerated, marker, children }) => [
          markOf(enumerated ? marker : '', textOfSpans(spans)),
          ...marksIn(children),
        ])
      : [],
  )

const markOf = (mark: string, text: string): string =>
  `${mark.replace(/[^\p{L}\p{N}.]|\.$/gu, '')} ${key(text)}`

for (const [name, reached] of Object.entries(REACHED)) {
  test(name, async (t) => {
    const folder = new URL(`../../../../test/support/office/${name}/`, import.meta.url)
    const files = (await readdir(folder)).filter((file) => !file.endsWith('.json')).toSorted()
    assert.equal(files.length, 30)
    const [paragraphs, marks, headings, cells, items] = [
      new Count(),
      new Count(),
      new Count(),
      new Count(),
      new Count(),
    ]
    for (const file of files) {
      const truth = JSON.parse(
        await readFile(new URL(file.replace(/\.\w+$/, '.json'), folder), 'utf8'),
      ) as OfficeDocument
      const bytes = await readFile(new URL(file, folder))
      const { blocks } = await readDocument(bytes, { ...READ_OPTIONS, filename: file, cells: 'shown' })
      const body = [...seen(blocks)]
      const texts = body.flatMap((block) => (block.kind === 'text' ? [block] : []))
      const isHeading = ({ label }: { readonly label: string }) =>
        label === 'title' || label === 'section_header'
      paragraphs.add(
        texts.map(({ spans }) => key(textOfSpans(spans))),
        (truth.paragraphs ?? []).map(key),
      )
      // Names of sheets are names of groups.
      const sheets = new Set(
        blocks.flatMap((block) =>
          block.kind === 'group' && block.label === 'sheet' ? [key(block.name)] : [],
        ),
      )
      headings.add(
        texts.filter(isHeading).map(({ spans }) => key(textOfSpans(spans))),
        (truth.headings ?? []).map(([, text]) => key(text)).filter((text) => !sheets.has(text)),
      )
      cells.add(cellsOf(tablesIn(body)), cellsOf(truth.tables ?? []))
      const listed = (truth.lists ?? []).flat()
      items.add(
        itemsIn(body),
        listed.map(([, text]) => key(text)),
      )
      marks.add(
        marksIn(body),
        listed.map(([mark, text]) => markOf(mark, text)),
      )
    }
    for (const [kind, count] of Object.entries({ paragraphs, marks })) {
      t.diagnostic(`${kind} ${count.recall.toFixed(3)}`)
      assert.ok(count.recall >= reached[kind as 'paragraphs' | 'marks'], `${kind} ${count.recall}`)
    }
    for (const [kind, count] of Object.entries({ headings, cells, items })) {
      const [precision, recall] = reached[kind as 'headings' | 'cells' | 'items']
      t.diagnostic(`${kind}: precision ${count.precision.toFixed(3)}, recall ${count.recall.toFixed(3)}`)
      assert.ok(count.precision >= precision, `${kind}: precision ${count.precision}`)
      assert.ok(count.recall >= recall, `${kind}: recall ${count.recall}`)
    }
  })
}
