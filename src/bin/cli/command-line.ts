// Reads the command line: a command's own options, and a flag for every setting.
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { TSchema } from 'typebox'
import { flagOf, SETTING_NAMES, SETTINGS, type SettingName } from '#config/settings.ts'
import { closestName } from '#kit/text/closest-name.ts'

/** An option of one command, `--format csv`. */
export interface CommandOption {
  readonly type: 'string' | 'boolean'
  /** The name of its value in the help: `NAME`. */
  readonly value?: string
  readonly about: string
  /** May be given several times; the values are the lines of one text. Of any other the last one counts. */
  readonly many?: true
}

/** What a command takes besides the settings. */
export interface CommandShape {
  readonly options: Readonly<Record<string, CommandOption>>
  /** Words after the command, such as `create` of `keys create`; most commands take none. */
  readonly takesWords: boolean
}

/** What was typed after the name of the command. */
export interface CommandLine {
  /** `--help`, or `--help settings`. */
  readonly help: 'command' | 'settings' | null
  /** `--config FILE` */
  readonly settingsFile: string | null
  readonly flags: Readonly<Partial<Record<SettingName, string>>>
  /** The command's own options; a boolean one that was given is `true`. */
  readonly options: Readonly<Partial<Record<string, string | true>>>
  readonly words: readonly string[]
}

/** The command line is invalid; the message names a valid form. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Options that every command has. */
export const GENERAL_OPTIONS: Readonly<Record<string, CommandOption>> = {
  config: { type: 'string', value: 'FILE', about: 'Settings file to read instead of surveyor.json.' },
  help: { type: 'boolean', about: 'Show this text; --help settings shows the settings.' },
}

const SETTING_BY_FLAG = new Map(SETTING_NAMES.map((name) => [flagOf(name), name]))

/** The arguments after the name of the command. Throws UsageError. */
export function parseCommandLine(args: readonly string[], shape: CommandShape): CommandLine {
  const known = optionTypes(shape)
  const { tokens } = parseArgs({
    args: [...args],
    options: known,
    // Our own messages suggest what was probably meant.
    strict: false,
    allowPositionals: true,
    allowNegative: true,
    tokens: true,
  })
  const flags: Partial<Record<SettingName, string>> = {}
  const options: Record<string, string | true> = {}
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const name = token.name === 'h' ? 'help' : token.name
    const type = known[name]?.type
    if (type === undefined) throw new UsageError(unknownOption(token.rawName, Object.keys(known)))
    if (type === 'string' && token.value === undefined)
      throw new UsageError(`${token.rawName} needs a value.`)
    const setting = SETTING_BY_FLAG.get(name)
    if (setting === undefined) {
      const before = shape.options[name]?.many === true ? options[name] : undefined
      options[name] = typeof before === 'string' ? `${before}\n${token.value}` : (token.value ?? true)
    } else
      flags[setting] = joined(
        setting,
        flags[setting],
        token.value ?? String(!token.rawName.startsWith('--no-')),
      )
  }
  const { help, config, ...own } = options
  if (help === undefined && !shape.takesWords) refuseWords(words)
  return {
    help: help === undefined ? null : words.includes('settings') ? 'settings' : 'command',
    settingsFile: typeof config === 'string' ? config : null,
    flags,
    options: own,
    words,
  }
}

/** Throws UsageError for words that a command has no use for. */
export function refuseWords([word]: readonly string[]): void {
  if (word !== undefined) throw new UsageError(`"${word}" is one word too many.`)
}

/** An option with a value; null where it is not given. */
export function textOption({ options }: CommandLine, name: string): string | null {
  const value = options[name]
  return typeof value === 'string' ? value : null
}

/** `No option --placeport; did you mean --places-port?` */
function unknownOption(rawName: string, known: readonly string[]): string {
  const meant = closestName(rawName.replace(/^-+/, ''), known)
  return `There is no option ${rawName}${meant === null ? '.' : `; did you mean --${meant}?`}`
}

/** A list may be given as several flags; for anything else the last one counts. */
function joined(setting: SettingName, before: string | undefined, value: string): string {
  return before !== undefined && isA('array', setting) ? `${before},${value}` : value
}

function optionTypes(shape: CommandShape): ParseArgsOptionsConfig {
  const types: ParseArgsOptionsConfig = {}
  for (const [name, { type }] of Object.entries({ ...GENERAL_OPTIONS, ...shape.options }))
    types[name] = { type }
  for (const [flag, setting] of SETTING_BY_FLAG) {
    types[flag] = { type: isA('boolean', setting) ? 'boolean' : 'string' }
  }
  return types
}

function isA(type: string, setting: SettingName): boolean {
  const schema: TSchema & { readonly type?: unknown } = SETTINGS[setting].schema
  return schema.type === type
}
