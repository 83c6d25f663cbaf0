// Reads the literals of a script without running it: assigned values, and arguments of the requested calls.
import { createScriptReader, type ScriptGlobals } from './script-literals.ts'

export interface ScriptCall {
  /** `SwaggerUIBundle`, `Redoc.init`, `urls.push` */
  readonly name: string
  /** An argument that is no literal is undefined. */
  readonly args: readonly unknown[]
}

export interface ScriptReading {
  /** The last literal that each name was given, `window.` left out: `configObject`, `docs.apiDescriptionUrl`. */
  readonly variables: ReadonlyMap<string, unknown>
  readonly calls: readonly ScriptCall[]
  /** Every text in quotes outside those, as long as it is short enough to be an address. */
  readonly texts: readonly string[]
}

const MAX_CHARS = 4 * 1024 * 1024
const MAX_TEXTS = 5_000
const NAME = /[A-Za-z_$][\w$]{0,100}(?:\s{0,20}\??\.\s{0,20}[A-Za-z_$][\w$]{0,100}){0,6}/y
const WORDS = new Set(
  'return typeof case in of new delete void throw else do await yield const let var async'.split(' '),
)

/** Time grows with the length of the script alone; a longer one than 4 MiB is read up to there. */
export function readScript(
  source: string,
  globals: ScriptGlobals,
  isWanted: (name: string) => boolean,
): ScriptReading {
  const text = source.slice(0, MAX_CHARS)
  const variables = new Map<string, unknown>()
  const calls: ScriptCall[] = []
  const texts: string[] = []
  const reader = createScriptReader(text, globals, variables)
  let at = 0
  while (at < text.length) {
    const skipped = reader.skipBlank(at)
    if (skipped > at) {
      at = skipped
      continue
    }
    const char = text[at] as string
    if (char === '"' || char === "'" || char === '`') {
      const read = reader.readText(at)
      if (read.value !== undefined && read.value.length < 2_000 && texts.length < MAX_TEXTS)
        texts.push(read.value)
      at = read.end
      continue
    }
    NAME.lastIndex = at
    const name = NAME.exec(text)?.[0]
    if (name === undefined) {
      at += 1
      continue
    }
    const end = at + name.length
    const bare = name.replace(/\s|\?/g, '').replace(/^(?:window|self|globalThis)\./, '')
    const next = reader.skipBlank(end)
    at = end
    if (WORDS.has(bare)) continue
    if (text[next] === '=' && text[next + 1] !== '=' && text[next + 1] !== '>') {
      const read = reader.readValue(next + 1)
      if (read === null) at = next + 1
      else {
        if (read.value !== undefined) variables.set(bare, read.value)
        at = read.end
      }
    } else if (text[next] === '(' && isWanted(bare)) {
      const read = reader.readArguments(next)
      calls.push({ name: bare, args: read.value })
      at = read.end
    }
  }
  return { variables, calls, texts }
}
