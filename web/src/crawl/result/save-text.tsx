// Buttons that copy a text and save it as a file.
import { saveBlob } from '#shared/api/save-file.ts'
import { Button } from '#shared/ui/button.tsx'
import { showToast } from '#shared/ui/toasts.tsx'

/** Copies a text, and says so or that it could not. */
export function CopyButton({
  text,
  label = 'Copy',
}: {
  readonly text: () => string
  readonly label?: string
}) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text())
      showToast('Copied.')
    } catch {
      showToast('The browser did not allow copying: select the text instead.')
    }
  }
  return (
    <Button isSmall onPress={() => void copy()}>
      {label}
    </Button>
  )
}

/** Copy and save. `text` is called when it is wanted. */
export function SaveText({
  text,
  filename,
  type = 'text/plain',
}: {
  readonly text: () => string
  readonly filename: string
  readonly type?: string
}) {
  return (
    <>
      <CopyButton text={text} />
      <Button isSmall onPress={() => saveBlob(new Blob([text()], { type }), filename)}>
        Save
      </Button>
    </>
  )
}
