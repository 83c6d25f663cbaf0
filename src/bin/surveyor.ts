// The command line program: finds the command, reads the settings, runs it.
import { setImmediate } from 'node:timers/promises'
import { SettingsError } from '#config/load-settings.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { closestWord } from '#kit/text/closest-word.ts'
import { errorCode } from '#kit/unknown-values.ts'
import { parseCommandLine, UsageError } from '#bin/cli/command-line.ts'
import { COMMANDS, type Command } from './commands.ts'
import { commandHelp, generalHelp, settingsHelp } from '#bin/cli/help.ts'
import { explainError } from '#bin/product/explain-error.ts'
import { productVersion } from '#bin/product/product-version.ts'

/** sysexits has finer codes, but 2 is what shells and most programs use for "used wrongly". */
const EXIT_MISUSED = 2

const ABOUT_KEY: ReadonlySet<string> = new Set<ErrorCode>([
  'unauthenticated',
  'key_expired',
  'key_revoked',
  'scope_missing',
  'address_not_allowed',
])
const KEY_HINT =
  'A command shows the service the key of the setting SURVEYOR_ADMIN_KEY: any key with the scopes that it needs. ' +
  'Those who run the service make one with `surveyor keys create`.'

// `console.log` ignores the errors of its stream.
let unwritten: Error | null = null
process.stdout.on('error', (error: Error) => {
  // The reader may leave before the end: `head` has what it wants.
  if (errorCode(error) !== 'EPIPE') unwritten ??= error
})

const args = process.argv.slice(2)
try {
  const code = await main(args)
  // A write that failed is told in the next turn.
  await setImmediate()
  if (unwritten !== null) reportUnwritten(unwritten, args[0])
  // Not exitCode: an unclosed resource must not keep a stopped program alive.
  process.exit(code)
} catch (error) {
  console.error(explainError(error))
  if (isMisuse(error)) console.error(helpHint(args[0]))
  if (isAboutKey(error)) console.error(KEY_HINT)
  process.exit(isMisuse(error) || error instanceof SettingsError ? EXIT_MISUSED : 1)
}

/** What a command line says is judged here where it can be, and else by the service that gets it. */
function isMisuse(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof SurveyorError && error.code === 'validation_failed')
}

/** A service refuses the key of the command, or gets none. */
function isAboutKey(error: unknown): boolean {
  return error instanceof SurveyorError && ABOUT_KEY.has(error.code)
}

/** Throws where what was printed is what the command was run for. What runs until it is stopped has done its work. */
function reportUnwritten(cause: Error, name: string | undefined): void {
  const error = new Error('Standard output could not be written', { cause })
  if (name === undefined || COMMANDS[name]?.runsUntilStopped !== true) throw error
  console.error(explainError(error))
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(args[0] === 'settings' ? settingsHelp() : generalHelp(COMMANDS))
    return name === undefined ? EXIT_MISUSED : 0
  }
  if (name === '--version') {
    console.log(await productVersion())
    return 0
  }
  const command = findCommand(name)
  const line = parseCommandLine(args, command)
  if (line.help !== null) {
    console.log(line.help === 'settings' ? settingsHelp() : commandHelp(command))
    return 0
  }
  const run = await command.load()
  return run(line)
}

function findCommand(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command !== undefined) return command
  const meant = closestWord(name, Object.keys(COMMANDS))
  throw new UsageError(`There is no command ${name}${meant === null ? '.' : `; did you mean ${meant}?`}`)
}

function helpHint(name: string | undefined): string {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? `${name} ` : ''
  return `surveyor ${command}--help shows what there is.`
}
