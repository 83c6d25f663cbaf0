// Asks for an API key and keeps it for this tab.
import { useState } from 'preact/hooks'
import { setApiKey } from '#shared/api/key.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

/** Whether the key is right, the next request says. */
export function KeyForm({ onDone }: { readonly onDone?: () => void }) {
  const [text, setText] = useState('')
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        setApiKey(text.trim())
        setText('')
        onDone?.()
      }}
    >
      <TextField
        label="API key"
        type="password"
        value={text}
        onChange={setText}
        hint="Kept in this tab only, until it is closed."
      />
      <div class="buttons">
        <Button type="submit" kind="primary">
          Use this key
        </Button>
      </div>
    </form>
  )
}
