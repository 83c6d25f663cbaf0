// How what is read of a document is compared with what its author says is in it.
import { textOfSpans, type Block } from '#parsing/documents/model/document-blocks.ts'

/** Folded. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
/** What of a text has to agree: its words, folded. */
export const key = (text: string): string => wordsOf(text).join(' ')

/** What of the values is found, and how many there are on both sides. */
export class Count {
  found = 0
  given = 0
  wanted = 0

  add(given: readonly string[], wanted: readonly string[]): void {
    const left = new Map<string, number>()
    for (const value of given) left.set(value, (left.get(value) ?? 0) + 1)
    for (const value of wanted) {
      const count = left.get(value) ?? 0
      if (count === 0) continue
      this.found += 1
      left.set(value, count - 1)
    }
    this.given += given.length
    this.wanted += wanted.length
  }

  get precision(): number {
    return this.found / this.given
  }

  get recall(): number {
    return this.found / this.wanted
  }
}

/** Each cell, and each with the next one of its row. */
export const cellsOf = (tables: readonly (readonly (readonly string[])[])[]): string[] =>
  tables.flat().flatMap((row) => {
    const cells = row.map(key).filter((text) => text !== '')
    return cells.flatMap((text, at) => [text, `${text} | ${cells[at + 1] ?? ''}`])
  })

/** The texts of the cells of each table, row by row. */
export function tablesIn(blocks: readonly Block[]): string[][][] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'table') return []
    const rows = Array.from({ length: block.rows }, () => Array<string>(block.columns).fill(''))
    for (const { row, column, text } of block.cells) (rows[row] ?? [])[column] = text
    return [rows]
  })
}

/** The items of all lists, nested ones too. */
export function itemsIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'list'
      ? block.items.flatMap(({ spans, children }) => [key(textOfSpans(spans)), ...itemsIn(children)])
      : [],
  )
}
