// Tabs: arrow keys go between them, and only the chosen one is in the order of Tab.
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

/** `children` is the panel of the chosen tab. */
export function Tabs({
  tabs,
  chosen,
  onChoose,
  label,
  children,
}: {
  readonly tabs: readonly { readonly id: string; readonly label: string }[]
  readonly chosen: string
  readonly onChoose: (id: string) => void
  readonly label: string
  readonly children: ComponentChildren
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (by: number): void => {
    const at = tabs.findIndex((tab) => tab.id === chosen)
    const next = (at + by + tabs.length) % tabs.length
    onChoose(tabs[next]?.id ?? chosen)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') move(1)
              if (event.key === 'ArrowLeft') move(-1)
            }}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  )
}
