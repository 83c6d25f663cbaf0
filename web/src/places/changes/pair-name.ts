// What a pair of places is called.
import { visibleText } from '#shared/format/visible-text.ts'

/** `Hotel Post · Post`; of two places with one name `Hotel Post × 2`. */
export function pairName(names: readonly (string | null)[]): string {
  const shown = [...new Set(names.map((name) => visibleText(name ?? 'No name')))]
  return shown.length === 1 ? `${shown.join('')} × 2` : shown.join(' · ')
}
