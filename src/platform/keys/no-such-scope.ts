// What is said of a word that is no scope.
import { SCOPES } from '#contract/key.ts'
import { closestWord } from '#kit/text.ts'

/** What is wrong with a word that is no scope: the one that was meant, and all there are with their sentences. */
export function noSuchScope(text: string): string {
  const meant = closestWord(text, Object.keys(SCOPES))
  const question = meant === null ? '' : `; did you mean \`${meant}\`?`
  const list = Object.entries(SCOPES).map(([name, sentence]) => `\`${name}\` (${sentence})`)
  return `There is no scope \`${text.slice(0, 100)}\`${question === '' ? '.' : question} There are ${list.join(', ')}.`
}
