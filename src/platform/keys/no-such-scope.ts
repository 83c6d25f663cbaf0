// The message about an unknown scope.
import { SCOPES } from '#contract/key.ts'
import { closestWord } from '#kit/text/closest-word.ts'

/** The message about an unknown scope: the likely intended one, and all scopes with their descriptions. */
export function noSuchScope(text: string): string {
  const meant = closestWord(text, Object.keys(SCOPES))
  const question = meant === null ? '' : `; did you mean \`${meant}\`?`
  const list = Object.entries(SCOPES).map(([name, sentence]) => `\`${name}\` (${sentence})`)
  return `There is no scope \`${text.slice(0, 100)}\`${question === '' ? '.' : question} There are ${list.join(', ')}.`
}
