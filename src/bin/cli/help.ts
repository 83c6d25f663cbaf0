// The texts of `surveyor --help`, of `--help` after a command, and of `--help settings`.
import { flagOf, SETTING_NAMES, SETTINGS, type Setting } from '#config/settings.ts'
import { GENERAL_OPTIONS, type CommandOption, type CommandShape } from './command-line.ts'

/** A command as the help shows it. */
export interface CommandHelp extends CommandShape {
  readonly summary: string
  /** The text after `surveyor`, one line for each form. A line that begins with a space continues the one above. */
  readonly usage: readonly string[]
  /** What to type for common tasks: the text after `surveyor`, and what it does. */
  readonly examples?: readonly (readonly [form: string, about: string])[]
  /** The values of one of the options, each with a description. */
  readonly words?: { readonly title: string; readonly rows: Readonly<Record<string, string>> }
}

/** The list of commands, for `surveyor --help`. */
export function generalHelp(commands: Readonly<Record<string, CommandHelp>>): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [name, firstSentence(summary)] as const)
  return [
    'Surveyor: places and page content as data, on your own machine.',
    '',
    'Usage: surveyor COMMAND [OPTIONS]',
    '',
    ...columns(rows),
    '',
    'surveyor COMMAND --help tells more, surveyor --help settings lists the settings, surveyor --version tells the version.',
  ].join('\n')
}

/** Usage, options and words of one command. */
export function commandHelp(command: CommandHelp): string {
  const options = Object.entries({ ...command.options, ...GENERAL_OPTIONS })
  return [
    command.summary,
    '',
    ...command.usage.map((form, index) => {
      const start = index === 0 ? 'Usage:' : '      '
      return form.startsWith(' ') ? `${start}         ${form}` : `${start} surveyor ${form}`
    }),
    '',
    'Options:',
    ...columns(options.map(([name, option]) => [optionTitle(name, option), option.about] as const)),
    ...(command.words === undefined
      ? []
      : ['', command.words.title, ...columns(Object.entries(command.words.rows))]),
    ...(command.examples === undefined
      ? []
      : ['', 'Examples:', ...columns(command.examples.map(([form, about]) => [`surveyor ${form}`, about]))]),
    '',
    'Every setting is a flag too: surveyor --help settings lists them.',
  ].join('\n')
}

/** Every setting: its flag, its environment variable and its default. */
export function settingsHelp(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { env, about, fallback, secret }: Setting = SETTINGS[name]
    const variable = secret === true ? `${env} or ${env}_FILE` : env
    const preset =
      fallback === null || Array.isArray(fallback) ? '' : ` Default: ${JSON.stringify(fallback)}.`
    return [`--${flagOf(name)}`, `${about}${preset} [${variable}]`] as const
  })
  return ['Settings (flags beat the environment, which beats surveyor.json):', ...columns(rows)].join('\n')
}

function optionTitle(name: string, { value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}

function firstSentence(text: string): string {
  const end = text.indexOf('. ')
  return end === -1 ? text : text.slice(0, end + 1)
}

function columns(rows: readonly (readonly [title: string, text: string])[]): string[] {
  const width = Math.max(...rows.map(([title]) => title.length))
  return rows.map(([title, text]) => `  ${title.padEnd(width)}  ${text}`)
}
