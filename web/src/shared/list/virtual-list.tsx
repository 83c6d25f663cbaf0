// A list of any length of which only the rows in sight are in the document. Arrow keys, Home, End and Page keys go through it.
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Rows above and below the visible ones, so that scrolling shows no gap. */
const MARGIN_ROWS = 6
/** Browsers draw no taller element than about 16 million pixels. */
const MAX_HEIGHT = 12_000_000

/**
 * A list box. `rowHeight` in pixels; every row has it. `activeIndex` is the chosen row, or -1; it is scrolled into
 * sight when it changes.
 */
export function VirtualList<T>({
  label,
  rows,
  rowHeight,
  activeIndex,
  keyOf,
  render,
  onChoose,
}: {
  readonly label: string
  readonly rows: readonly T[]
  readonly rowHeight: number
  readonly activeIndex: number
  readonly keyOf: (row: T) => string
  readonly render: (row: T) => ComponentChildren
  readonly onChoose: (row: T, index: number) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600 })
  /** The row that the keyboard is at: of its own, so that arrows need not choose. */
  const [cursor, setCursor] = useState(-1)
  const height = Math.min(rows.length * rowHeight, MAX_HEIGHT)
  // Of more rows than fit, each pixel of the scroll bar stands for more than one.
  const scale = height === 0 ? 1 : (rows.length * rowHeight) / height
  const offset = view.top * (scale - 1)
  const first = Math.max(0, Math.floor((view.top * scale) / rowHeight) - MARGIN_ROWS)
  const last = Math.min(rows.length, Math.ceil((view.top * scale + view.height) / rowHeight) + MARGIN_ROWS)

  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return
    const measure = (): void => setView({ top: box.scrollTop, height: box.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    measure()
    return () => observer.disconnect()
  }, [])

  const reveal = (index: number): void => {
    const box = element.current
    if (box === null || index < 0) return
    const top = (index * rowHeight) / scale
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + rowHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top + rowHeight - box.clientHeight
  }

  useEffect(() => {
    setCursor(activeIndex)
    reveal(activeIndex)
  }, [activeIndex, rows])

  const moveTo = (index: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    setCursor(next)
    reveal(next)
  }
  const pageRows = Math.max(1, Math.floor(view.height / rowHeight) - 1)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -rows.length,
    End: rows.length,
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    const row = rows[cursor]
    if (step !== undefined) moveTo(cursor + step)
    else if ((event.key === 'Enter' || event.key === ' ') && row !== undefined) onChoose(row, cursor)
    else return
    event.preventDefault()
  }

  const active = rows[cursor]
  return (
    <div
      ref={element}
      class="virtual-list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={active === undefined ? undefined : `row-${keyOf(active)}`}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        const { scrollTop: top, clientHeight: height } = event.currentTarget
        setView({ top, height })
      }}
    >
      <div class="virtual-list-rows" role="presentation" style={{ height: `${height}px` }}>
        {rows.slice(first, last).map((row, at) => {
          const index = first + at
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list box takes the keys for all of its rows
            <div
              key={keyOf(row)}
              id={`row-${keyOf(row)}`}
              class={`virtual-list-row${index === cursor ? ' is-cursor' : ''}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              style={{ top: `${index * rowHeight - offset}px`, height: `${rowHeight}px` }}
              onClick={() => onChoose(row, index)}
            >
              {render(row)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
