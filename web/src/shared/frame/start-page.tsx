// Begins a page: styles, theme, and the component in the document.
import { render, type ComponentChild } from 'preact'
import { applyTheme } from '#shared/route/theme.ts'

/** Renders into `#page`, in place of what is there. */
export function startPage(page: ComponentChild): void {
  applyTheme()
  const element = document.getElementById('page')
  if (element === null) throw new Error('The document has no element #page.')
  render(page, element)
}
