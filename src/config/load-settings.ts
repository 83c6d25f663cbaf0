// Reads the settings: flags override the environment, the environment overrides the file, the file overrides the
// default.
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from '#kit/unknown-values.ts'
import { closestWord } from '#kit/text/closest-word.ts'
import { hideUserInfo } from './hide-user-info.ts'
import { parseText, parseValue, type Parsed } from './parse-setting.ts'
import { flagOf, SETTING_NAMES, SETTINGS, type Setting, type SettingName, type Settings } from './settings.ts'

/** Where the value of a setting came from, the strongest first. */
export type SettingSource = 'flag' | 'environment' | 'file' | 'default'

/** All settings, and the source of each. */
export interface LoadedSettings {
  readonly settings: Settings
  readonly sources: Readonly<Record<SettingName, SettingSource>>
  /** For the operator: unknown variables that look like ours. */
  readonly warnings: readonly string[]
}

const PREFIX = 'SURVEYOR_'

/** A key, a password, or a URL with one. */
const MAX_SECRET_LENGTH = 65_536

/** One or more settings have no valid value; the message has a line for each. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** Where settings are looked for. */
export interface LoadOptions {
  readonly flags?: Readonly<Partial<Record<SettingName, string>>>
  /** A settings file that must exist; without it, surveyor.json in the working folder is read if it exists. */
  readonly file?: string | null
  readonly workingDir?: string
  /** Default: that of the process. Secrets are removed from it. */
  readonly environment?: NodeJS.ProcessEnv
}

interface FileContent {
  readonly path: string
  readonly values: ReadonlyMap<string, unknown>
}

/** Throws SettingsError. */
export async function loadSettings(options: LoadOptions = {}): Promise<LoadedSettings> {
  const { flags = {}, environment = process.env, workingDir = process.cwd() } = options
  const problems: string[] = []
  const file = await readSettingsFile(options.file ?? null, workingDir, problems)
  const values: Record<string, unknown> = {}
  const sources: Record<string, SettingSource> = {}

  for (const name of SETTING_NAMES) {
    const setting: Setting = SETTINGS[name]
    if (setting.secret === true) {
      const problem = await readSecretFile(setting.env, environment, workingDir)
      if (problem !== null) problems.push(problem)
    }
    const found = find(name, setting, { flags, environment, file, workingDir })
    sources[name] = found?.source ?? 'default'
    if (found === null) {
      values[name] = withPath(setting, setting.fallback, workingDir)
    } else if ('allowed' in found.parsed) {
      problems.push(`${found.writtenAs} must be ${found.parsed.allowed}${shown(setting, found.written)}.`)
    } else {
      values[name] = withPath(setting, found.parsed.value, found.folder)
    }
    if (setting.secret === true) delete environment[setting.env]
  }

  if (problems.length > 0) throw new SettingsError(problems.join('\n'))
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name of the table has a value of its schema
    settings: values as Settings,
    sources: sources as Record<SettingName, SettingSource>,
    warnings: unknownVariables(environment),
  }
}

interface Found {
  readonly source: SettingSource
  /** `--places-port`, `SURVEYOR_PLACES_PORT` or `placesPort in /x/surveyor.json`. */
  readonly writtenAs: string
  readonly written: unknown
  readonly parsed: Parsed
  /** The folder that a relative path refers to. */
  readonly folder: string
}

function find(
  name: SettingName,
  setting: Setting,
  from: {
    readonly flags: NonNullable<LoadOptions['flags']>
    readonly environment: NodeJS.ProcessEnv
    readonly file: FileContent | null
    readonly workingDir: string
  },
): Found | null {
  const texts = [
    ['flag', `--${flagOf(name)}`, from.flags[name]],
    // Compose files and shells use an empty variable for "not set".
    ['environment', setting.env, from.environment[setting.env] || undefined],
  ] as const
  for (const [source, writtenAs, text] of texts) {
    if (text === undefined) continue
    return {
      source,
      writtenAs,
      written: text,
      parsed: parseText(setting.schema, text),
      folder: from.workingDir,
    }
  }
  const value = from.file?.values.get(name)
  if (from.file === null || value === undefined || value === null) return null
  return {
    source: 'file',
    writtenAs: `${name} in ${from.file.path}`,
    written: value,
    parsed: parseValue(setting.schema, value),
    folder: dirname(from.file.path),
  }
}

async function readSettingsFile(
  given: string | null,
  workingDir: string,
  problems: string[],
): Promise<FileContent | null> {
  const path = given === null ? join(workingDir, 'surveyor.json') : resolve(workingDir, given)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const missing = errorCode(error) === 'ENOENT'
    if (!missing || given !== null) problems.push(`The settings file ${path} cannot be read.`)
    return null
  }
  const content = parseObject(text)
  if (content === null) {
    problems.push(`The settings file ${path} must be a JSON object, such as {"placesPort": 8080}.`)
    return null
  }
  for (const name of Object.keys(content)) {
    if (Object.hasOwn(SETTINGS, name)) continue
    problems.push(`${path} has no setting called ${name}${didYouMean(name, SETTING_NAMES)}`)
  }
  return { path, values: new Map(Object.entries(content)) }
}

function parseObject(text: string): object | null {
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? content : null
  } catch {
    return null
  }
}

function withPath(setting: Setting, value: unknown, folder: string): unknown {
  if (setting.path === undefined || typeof value !== 'string') return value
  if (setting.path === true) return resolve(folder, value)
  const named = value.split(',').map((one) => one.trim())
  return named.flatMap((one) => (one === '' ? [] : [resolve(folder, one)])).join(',')
}

/** A mistyped secret still contains most of the secret. */
function shown(setting: Setting, written: unknown): string {
  return setting.secret === true ? '' : `, not ${hideUserInfo(JSON.stringify(written))}`
}

/** `; did you mean placesPort?`, or a full stop. */
function didYouMean(word: string, candidates: readonly string[]): string {
  const meant = closestWord(word, candidates)
  return meant === null ? '.' : `; did you mean ${meant}?`
}

function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known: string[] = SETTING_NAMES.map((name) => SETTINGS[name].env)
  return Object.keys(environment)
    .filter((variable) => variable.startsWith(PREFIX) && !known.includes(variable))
    .map((variable) => ({ variable, meant: meantVariable(variable, known) }))
    .filter(({ meant }) => meant !== null)
    .map(({ variable, meant }) => `${variable} is no setting; did you mean ${meant}?`)
}

/** Compared without the beginning that all have, which would make any two of them alike. */
function meantVariable(variable: string, known: readonly string[]): string | null {
  const ends = known.flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
  const meant = closestWord(variable.slice(PREFIX.length), ends)
  return meant === null ? null : PREFIX + meant
}

/**
 * Puts the text of the file that `NAME_FILE` names, without the spaces around it, into the variable `name`, and removes
 * `NAME_FILE`. Answers what is wrong, without anything of the text; null when nothing is.
 */
async function readSecretFile(
  name: string,
  environment: NodeJS.ProcessEnv,
  workingDir: string,
): Promise<string | null> {
  const variable = `${name}_FILE`
  const path = environment[variable]
  if (path === undefined) return null
  delete environment[variable]
  if (path === '') return null
  if (environment[name]) return `${name} and ${variable} are both set; remove one of them.`
  const text = await readFile(resolve(workingDir, path), 'utf8').catch(() => null)
  if (text === null) return `${variable} names a file that cannot be read: ${path}.`
  const secret = text.trim()
  if (secret === '' || secret.length > MAX_SECRET_LENGTH) {
    return `${variable} names a file that holds no secret: ${path} is empty or too large.`
  }
  environment[name] = secret
  return null
}
