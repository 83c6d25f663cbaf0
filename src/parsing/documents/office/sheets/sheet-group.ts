// Makes one sheet of a workbook a group of what stands on it, from top to bottom.
import type { GroupBlock, Block, PageError, PageSize } from '#parsing/documents/model/document-blocks.ts'
import type { PlacedBlock } from './sheet-tables.ts'

export const MAX_SHEETS = 1_000

/** A hidden sheet is in the layer `invisible`. Its size is up to the last cell that anything reaches. */
export function sheetGroup(
  placed: readonly PlacedBlock[],
  { page, name, isHidden }: { readonly page: number; readonly name: string; readonly isHidden: boolean },
): { readonly group: GroupBlock; readonly size: PageSize } {
  const children = placed.toSorted((a, b) => a.top - b.top || a.left - b.left).map(({ block }) => block)
  return {
    group: { kind: 'group', label: 'sheet', name, children, ...(isHidden ? { layer: 'invisible' } : {}) },
    size: { page, ...sizeOf(children) },
  }
}

/** Says that a workbook has more sheets than are read. */
export function sheetsCut(sheets: number): PageError[] {
  const detail = `Of ${sheets} sheets ${MAX_SHEETS} are read.`
  return sheets > MAX_SHEETS ? [{ page: null, code: 'document_cut', detail }] : []
}

function sizeOf(blocks: readonly Block[]): { width: number; height: number } {
  let [width, height] = [0, 0]
  for (const block of blocks) {
    const place = 'place' in block ? block.place : undefined
    width = Math.max(width, place?.right ?? 0)
    height = Math.max(height, place?.bottom ?? 0)
  }
  return { width, height }
}
