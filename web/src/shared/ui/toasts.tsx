// Short messages that something was done; they leave by themselves, and are read out.
import { createStore, useStore } from '#shared/route/store.ts'
import { Button } from './button.tsx'

interface Toast {
  readonly id: number
  readonly text: string
}

const SHOWN_MS = 6_000
const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/** Says `text` for a moment. What went wrong is no toast: it stays where it happened. */
export function showToast(text: string): void {
  lastId += 1
  const toast = { id: lastId, text }
  toasts.set([...toasts.get(), toast])
  setTimeout(() => close(toast.id), SHOWN_MS)
}

function close(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** Where they are shown; once in a page. */
export function Toasts() {
  const shown = useStore(toasts)
  return (
    <output class="toasts">
      {shown.map((toast) => (
        <div class="toast" key={toast.id}>
          <span class="wrap-anywhere">{toast.text}</span>
          <Button isSmall kind="quiet" label="Close" onPress={() => close(toast.id)}>
            ✕
          </Button>
        </div>
      ))}
    </output>
  )
}
