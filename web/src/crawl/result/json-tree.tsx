// JSON of any size as a tree: arrow keys go through it as WAI-ARIA has it, and only what is open is in the document.
import { useMemo, useRef, useState } from 'preact/hooks'
import { Button } from '#shared/ui/button.tsx'
import { formatCount } from '#shared/format/format.ts'
import { jsonRows, openAll, type JsonRow } from './json-rows.ts'
import { SaveText } from './save-text.tsx'

/** More open rows than that are not laid out; it is said, and closing some shows the others. */
const MAX_SHOWN = 2_500

/** `name` is what the saved file is called, without its ending. */
export function JsonTree({
  value,
  label,
  name,
}: {
  readonly value: unknown
  readonly label: string
  readonly name: string
}) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(['']))
  const [cursor, setCursor] = useState('')
  const element = useRef<HTMLUListElement>(null)
  const rows = useMemo(() => jsonRows(value, open), [value, open])
  const shown = rows.slice(0, MAX_SHOWN)
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === cursor),
  )

  const set = (id: string, isOpen: boolean): void => {
    const next = new Set(open)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const goTo = (index: number): void => {
    const row = shown[Math.max(0, Math.min(shown.length - 1, index))]
    if (row === undefined) return
    setCursor(row.id)
    element.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[shown.indexOf(row)]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = shown[at]
    if (row === undefined) return
    const parent = shown.findLastIndex(({ depth }, index) => index < at && depth < row.depth)
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      Home: () => goTo(0),
      End: () => goTo(shown.length - 1),
      ArrowRight: () => (row.isOpen === false ? set(row.id, true) : goTo(at + 1)),
      ArrowLeft: () => (row.isOpen === true ? set(row.id, false) : goTo(parent)),
      Enter: () => row.isOpen !== null && set(row.id, !row.isOpen),
      ' ': () => row.isOpen !== null && set(row.id, !row.isOpen),
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }

  return (
    <div class="json">
      <div class="buttons">
        <Button isSmall onPress={() => setOpen(openAll(value))}>
          Open all
        </Button>
        <Button isSmall onPress={() => setOpen(new Set(['']))}>
          Close all
        </Button>
        <SaveText
          text={() => JSON.stringify(value, null, 2)}
          filename={`${name}.json`}
          type="application/json"
        />
      </div>
      <ul class="json-tree" role="tree" aria-label={label} ref={element} onKeyDown={onKeyDown}>
        {shown.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            isCursor={index === at}
            onPress={() => {
              setCursor(row.id)
              if (row.isOpen !== null) set(row.id, !row.isOpen)
            }}
          />
        ))}
      </ul>
      {rows.length > shown.length && (
        <p class="muted">{`${formatCount(rows.length - shown.length, 'more open row')} not shown: close some above.`}</p>
      )}
    </div>
  )
}

function Row({
  row,
  isCursor,
  onPress,
}: {
  readonly row: JsonRow
  readonly isCursor: boolean
  readonly onPress: () => void
}) {
  const sign = row.isOpen === null ? '' : row.isOpen ? '▾' : '▸'
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree takes the keys for all of its rows
    <li
      role="treeitem"
      class="json-row"
      tabIndex={isCursor ? 0 : -1}
      aria-level={row.depth + 1}
      aria-expanded={row.isOpen ?? undefined}
      aria-selected={isCursor}
      style={{ paddingInlineStart: `${Math.min(row.depth, 24) * 16 + 20}px` }}
      onClick={onPress}
    >
      <span class="json-sign" aria-hidden="true">
        {sign}
      </span>
      {row.label !== null && <bdi class="json-label">{`${row.label}: `}</bdi>}
      <bdi class={`json-value json-${row.kind}`}>{row.kind === 'text' ? `"${row.text}"` : row.text}</bdi>
      {row.cutChars > 0 && <span class="muted">{` … ${formatCount(row.cutChars, 'more character')}`}</span>}
    </li>
  )
}
