// A table of rows that are all there; for thousands of them see virtual-list.
import type { ComponentChildren } from 'preact'

/** A column: its head, and the cell of a row. */
export interface Column<T> {
  readonly id: string
  readonly head: string
  readonly cell: (row: T) => ComponentChildren
  /** Numbers stand to the right. */
  readonly isNumeric?: boolean
}

/**
 * `caption` names the table for assistive technology. On a narrow screen each row is a card whose lines carry the heads of
 * the columns; with `isSideBySide` it stays a table, which scrolls inside its frame.
 */
export function Table<T>({
  caption,
  columns,
  rows,
  keyOf,
  isSideBySide = false,
}: {
  readonly caption: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  /** For columns that are compared with each other. */
  readonly isSideBySide?: boolean
}) {
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={caption}>
      <table class={isSideBySide ? 'table' : 'table table-rows'}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" class={column.isNumeric === true ? 'numeric' : undefined}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  class={column.isNumeric === true ? 'numeric' : undefined}
                  data-head={column.head}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
