// A secret that the service says once: shown until the dialog is closed, and kept nowhere.
import type { ComponentChildren } from 'preact'
import { CopyButton } from '#crawl/result/save-text.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'

/** `onClose` must forget the secret. */
export function SecretDialog({
  title,
  secret,
  onClose,
  children,
}: {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
  /** What else is to be known of this secret. */
  readonly children?: ComponentChildren
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="secret">
        <p>It is shown this once. Copy it now: nobody can read it later, you neither.</p>
        <pre class="source" aria-label="Secret">
          {secret}
        </pre>
        {children}
        <div class="buttons">
          <CopyButton text={() => secret} />
          <Button kind="primary" onPress={onClose}>
            I have kept it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
