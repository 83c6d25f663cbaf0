// Reads from the scripts of a documentation page which description they show.
import { asObject, asText, member } from '#extractors/swagger/json/json-value.ts'
import type { Hint } from './hint.ts'
import { addressOf, isSpecAddress } from './spec-address.ts'
import { embeddedHints, scalarHints, specHint, swaggerUiHints } from './ui-config.ts'
import { createScriptReader, type ScriptGlobals } from './script-literals.ts'
import { readTokens } from './script-tokens.ts'

/** A call in a script, with its arguments as far as they are literals. */
interface ScriptCall {
  /** `SwaggerUIBundle`, `Redoc.init`, `urls.push` */
  readonly name: string
  /** An argument that is no literal is undefined. */
  readonly args: readonly unknown[]
}

/** What a script says without being run. */
interface ScriptReading {
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

const CALLS =
  /(?:^|\.)(?:SwaggerUIBundle|SwaggerUi|SwaggerUI|createApiReference|initialize|loadSpec|setAttribute)$|^Redoc\.(?:init|hydrate)$|^urls\.push$/
/** Names that people give to the address of a description. */
const ADDRESS_NAME =
  /(?:^|[._])(?:spec|open_?api|swagger|schema|api_?docs?|definitions?)(?:_?json)?_?(?:url|path|file)$/i
const MAX_ADDRESSES = 10

/**
 * No script is run: only literals, and the arguments of the tools' own calls, are read. `page` is the address of the
 * page that loads it, null without one.
 */
export function scriptHints(source: string, page: string | null): Hint[] {
  const { variables, calls, texts } = readScript(source, globalsOf(page), (name) => CALLS.test(name))
  const hints = calls.flatMap((call) => callHints(call, page))
  for (const [name, value] of variables) hints.push(...variableHints(name, value, page))
  if (hints.length > 0) return hints
  const addresses = texts.flatMap((text) => addressOf(text, page) ?? []).filter(isSpecAddress)
  return [...new Set(addresses)].slice(0, MAX_ADDRESSES).flatMap((url) => specHint(url, null, 'script', page))
}

function callHints({ name, args }: ScriptCall, page: string | null): Hint[] {
  const [first, second] = args
  const callee = name.split('.').at(-1)
  switch (callee) {
    case 'createApiReference':
    case 'initialize':
      return args.flatMap((arg) => scalarHints(arg, page))
    case 'init':
    case 'hydrate':
      return typeof first === 'string'
        ? specHint(first, null, 'redoc', page)
        : embeddedHints(first, null, 'redoc')
    case 'loadSpec':
      return typeof first === 'string'
        ? specHint(first, null, 'rapidoc', page)
        : embeddedHints(first, null, 'rapidoc')
    case 'setAttribute':
      return attributeHints(first, second, page)
    case 'push':
      return specHint(member(first, 'url'), member(first, 'name'), 'swagger_ui', page)
    default:
      return swaggerUiHints(first, page)
  }
}

function attributeHints(name: unknown, value: unknown, page: string | null): Hint[] {
  switch (asText(name)?.toLowerCase()) {
    case 'spec-url':
      return specHint(value, null, 'rapidoc', page)
    case 'apidescriptionurl':
      return specHint(value, null, 'stoplight', page)
    case 'data-url':
      return specHint(value, null, 'scalar', page)
    default:
      return []
  }
}

function variableHints(name: string, value: unknown, page: string | null): Hint[] {
  const last = name.split('.').at(-1) ?? ''
  if (last === 'apiDescriptionUrl') return specHint(value, null, 'stoplight', page)
  if (last === 'apiDescriptionDocument') return embeddedHints(value, null, 'stoplight')
  if (last === 'specUrl') return specHint(value, null, 'rapidoc', page)
  if (typeof value === 'string') return ADDRESS_NAME.test(name) ? specHint(value, null, 'script', page) : []
  const config = asObject(value)
  if (config === null) return []
  if (last === '__redoc_state') return embeddedHints(config, null, 'redoc')
  const isConfig = ['urls', 'configUrl', 'swaggerDoc', 'swaggerUrl', 'dom_id'].some((key) => key in config)
  if (isConfig) return swaggerUiHints(config, page)
  return embeddedHints(config, null, 'embedded')
}

/** `location.origin` and the like, as the script would see them. */
function globalsOf(page: string | null): ReadonlyMap<string, string> {
  const url = page === null ? null : URL.parse(page)
  if (url === null) return new Map()
  const parts = ['origin', 'protocol', 'host', 'hostname', 'port', 'pathname', 'href', 'search'] as const
  return new Map([...parts.map((part) => [`location.${part}`, url[part]] as const), ['location', url.href]])
}

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
