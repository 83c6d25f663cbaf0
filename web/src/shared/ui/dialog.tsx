// A modal dialog: the element of the browser, which holds the focus and closes with Escape.
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './button.tsx'

/** Shown as long as it is rendered; `onClose` must take it away. The focus returns to where it was. */
export function Dialog({
  title,
  children,
  onClose,
}: {
  readonly title: string
  readonly children: ComponentChildren
  readonly onClose: () => void
}) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before the first paint: what is seen can be closed with Escape.
  useLayoutEffect(() => {
    const before = document.activeElement
    const dialog = element.current
    dialog?.showModal()
    return () => {
      // As long as it is open, nothing behind it takes the focus.
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" label="Close" onPress={onClose}>
          ✕
        </Button>
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  )
}
