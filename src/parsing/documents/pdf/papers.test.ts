// Documents that two authors made up without having seen the code, printed by a browser without the marks for screen readers: what is
// read of their paragraphs, headings, tables and lists (docs/documents.md).
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { textOfSpans } from '#parsing/documents/model/document-blocks.ts'
import { readDocument } from '#parsing/documents/read-document.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'
import { cellsOf, Count, itemsIn, key, tablesIn } from '#test/support/documents/read-scores.ts'

interface Paper {
  readonly headings?: readonly (readonly [level: number, text: string])[]
  readonly paragraphs?: readonly string[]
  /** Rows of cells. */
  readonly tables?: readonly (readonly (readonly string[])[])[]
  readonly lists?: readonly (readonly string[])[]
  readonly note: string
}

/** By set, the least: of whole paragraphs, headings and cells and items of lists, each as precision and recall. */
const REACHED = {
  first: { paragraphs: 0.92, headings: [0.93, 0.91], cells: [0.99, 0.98], items: [0.89, 0.74] },
  second: { paragraphs: 0.94, headings: [0.86, 0.73], cells: [0.98, 0.98], items: [0.99, 0.72] },
} as const

for (const [name, reached] of Object.entries(REACHED)) {
  test(name, async (t) => {
    const folder = new URL(`../../../../test/support/papers/${name}/`, import.meta.url)
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted()
    assert.equal(files.length, 24)
    const [paragraphs, headings, cells, items] = [new Count(), new Count(), new Count(), new Count()]
    for (const file of files) {
      const paper = JSON.parse(await readFile(new URL(file, folder), 'utf8')) as Paper
      const pdf = await readFile(new URL(file.replace('.json', '.pdf'), folder))
      const { blocks } = await readDocument(pdf, READ_OPTIONS)
      const body = blocks.filter(({ layer = 'body' }) => layer === 'body')
      const texts = body.flatMap((block) => (block.kind === 'text' ? [block] : []))
      const isHeading = ({ label }: { readonly label: string }) =>
        label === 'title' || label === 'section_header'
      paragraphs.add(
        texts.map(({ spans }) => key(textOfSpans(spans))),
        (paper.paragraphs ?? []).map(key),
      )
      headings.add(
        texts.filter(isHeading).map(({ spans }) => key(textOfSpans(spans))),
        (paper.headings ?? []).map(([, text]) => key(text)),
      )
      cells.add(cellsOf(tablesIn(body)), cellsOf(paper.tables ?? []))
      items.add(itemsIn(body), (paper.lists ?? []).flat().map(key))
    }
    t.diagnostic(`paragraphs whole ${paragraphs.recall.toFixed(3)}`)
    assert.ok(paragraphs.recall >= reached.paragraphs, `paragraphs ${paragraphs.recall}`)
    for (const [kind, count] of Object.entries({ headings, cells, items })) {
      const [precision, recall] = reached[kind as 'headings' | 'cells' | 'items']
      t.diagnostic(`${kind}: precision ${count.precision.toFixed(3)}, recall ${count.recall.toFixed(3)}`)
      assert.ok(count.precision >= precision, `${kind}: precision ${count.precision}`)
      assert.ok(count.recall >= recall, `${kind}: recall ${count.recall}`)
    }
  })
}
