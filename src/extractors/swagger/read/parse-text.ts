// Reads a text as data, JSON or YAML, whichever it is.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { extractError } from '#extract/errors.ts'
import { parseJson } from './parse-json.ts'
import { parseYaml } from './parse-yaml.ts'
import type { ParsedText } from './parsed-text.ts'
import { MAX_CHARS } from './read-limits.ts'

/** Broken JSON up to this size is tried as YAML, which takes comments, bare keys and a comma too many. */
const MAX_CHARS_REPAIRED = 2 * 1024 * 1024

/** Throws `unsupported_document` with the place of the mistake, and `target_too_large`. */
export function parseText(text: string): ParsedText {
  if (text.length > MAX_CHARS) {
    throw extractError('target_too_large', `The description has more than ${MAX_CHARS} characters.`)
  }
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text
  return /^\s*[[{]/.test(bare) ? parseLooseJson(bare) : parseYaml(bare)
}

function parseLooseJson(text: string): ParsedText {
  try {
    return parseJson(text)
  } catch (error) {
    // Only a mistake of the text has a cause; what nests too deeply does so as YAML too.
    const isMistake = error instanceof SurveyorError && error.cause !== undefined
    if (!isMistake || text.length > MAX_CHARS_REPAIRED) throw error
    const repaired = parsedAsYaml(text)
    if (repaired === null) throw error
    const note = { code: 'json_repaired', detail: `${error.message} It could be read all the same.` } as const
    return { ...repaired, format: 'json', notes: [note, ...repaired.notes] }
  }
}

function parsedAsYaml(text: string): ParsedText | null {
  try {
    return parseYaml(text)
  } catch {
    return null
  }
}
