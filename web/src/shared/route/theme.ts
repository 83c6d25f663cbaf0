// Light or dark: as the system has it, unless a person chose here.
import { createStore } from './store.ts'

const NAME = 'surveyor.theme'
const CHOICES = ['system', 'light', 'dark'] as const
/** `system` follows the setting of the device. */
export type Theme = (typeof CHOICES)[number]

const isTheme = (value: string | null): value is Theme => CHOICES.some((choice) => choice === value)

const kept = localStorage.getItem(NAME)
/** What was chosen, on this device. */
export const theme = createStore<Theme>(isTheme(kept) ? kept : 'system')

/** Shows the chosen theme, also after a change. */
export function applyTheme(): void {
  const apply = (): void => {
    const chosen = theme.get()
    if (chosen === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
  }
  apply()
  theme.watch(apply)
  // For what a style sheet cannot say with light-dark(), such as a filter.
  watchDark((dark) => document.documentElement.toggleAttribute('data-dark', dark))
}

/** The next of system, light, dark. */
export function nextTheme(): void {
  const next = CHOICES[(CHOICES.indexOf(theme.get()) + 1) % CHOICES.length] ?? 'system'
  localStorage.setItem(NAME, next)
  theme.set(next)
}

/** Whether it is dark now; calls `onChange` when that changes, until the returned function is called. */
export function watchDark(onChange: (isDark: boolean) => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)')
  const tell = (): void => onChange(isDark())
  query.addEventListener('change', tell)
  const unwatch = theme.watch(tell)
  tell()
  return () => {
    query.removeEventListener('change', tell)
    unwatch()
  }
}

/** Whether the page is shown dark now. */
export function isDark(): boolean {
  const chosen = theme.get()
  return chosen === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
}
