// Reads the literals of a script without running it: assigned values, and arguments of the requested calls.
import { createScriptReader, type ScriptGlobals } from './script-literals.ts'
import { readTokens } from './script-tokens.ts'

/** A call in a script, with its arguments as far as they are literals. */
export interface ScriptCall {
  /** `SwaggerUIBundle`, `Redoc.init`, `urls.push` */
  readonly name: string
  /** An argument that is no literal is undefined. */
  readonly args: readonly unknown[]
}

/** What a script says without being run. */
export interface ScriptReading {
  /** The last literal that each name was given, `window.` left out: `configObject`, `docs.apiDescriptionUrl`. */
  readonly variables: ReadonlyMap<string, unknown>
  readonly calls: readonly ScriptCall[]
  /** Every text in quotes outside those, as long as it is short enough to be an address. */
  readonly texts: readonly string[]
}

const MAX_CHARS = 4 * 1024 * 1024
const MAX_TEXTS = 5_000
const MAX_TEXT_CHARS = 2_000
const WORDS = new Set(
  'return typeof case in of new delete void throw else do await yield const let var async'.split(' '),
)

/** Time grows with the length of the script alone; a longer one than 4 MiB is read up to there. */
export function readScript(
  source: string,
  globals: ScriptGlobals,
  isWanted: (name: string) => boolean,
): ScriptReading {
  const tokens = readTokens(source.slice(0, MAX_CHARS))
  const { list } = tokens
  const variables = new Map<string, unknown>()
  const calls: ScriptCall[] = []
  const texts: string[] = []
  const reader = createScriptReader(tokens, globals, variables)
  for (let at = 0; at < list.length;) {
    const kind = list[at]?.kind
    if (kind === 'string' || kind === '`') {
      const { value, end } = reader.readText(at)
      if (value !== undefined && value.length < MAX_TEXT_CHARS && texts.length < MAX_TEXTS) texts.push(value)
      at = end
      continue
    }
    const name = WORDS.has(kind === 'name' ? String(list[at]?.value) : (kind ?? ''))
      ? null
      : reader.readName(at)
    if (name === null) {
      at += 1
      continue
    }
    const bare = name.value.replace(/^(?:window|self|globalThis)\./, '')
    const next = list[name.end]?.kind
    at = name.end
    if (next === '=') {
      const read = reader.readValue(at + 1)
      if (read !== null && read.value !== undefined) variables.set(bare, read.value)
      at = read?.end ?? at + 1
    } else if (next === '(' && isWanted(bare)) {
      const read = reader.readItems(at)
      calls.push({ name: bare, args: read.value })
      at = read.end
    }
  }
  return { variables, calls, texts }
}
