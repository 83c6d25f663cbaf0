// The command line program: finds the command, reads the settings, runs it.
import { SettingsError } from '#config/load-settings.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { closestWord } from '#kit/text/closest-word.ts'
import { parseCommandLine, UsageError } from '#bin/cli/command-line.ts'
import { COMMANDS, type Command } from './commands.ts'
import { commandHelp, generalHelp, settingsHelp } from '#bin/cli/help.ts'
import { productVersion } from '#bin/product/product-version.ts'

/** sysexits has finer codes, but 2 is what shells and most programs use for "used wrongly". */
const EXIT_MISUSED = 2

const args = process.argv.slice(2)
try {
  // Not exitCode: an unclosed resource must not keep a stopped program alive.
  process.exit(await main(args))
} catch (error) {
  console.error(explain(error))
  if (error instanceof UsageError) console.error(helpHint(args[0]))
  process.exit(error instanceof UsageError || error instanceof SettingsError ? EXIT_MISUSED : 1)
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

/** An error that an operator can fix has a message and perhaps a cause; a defect of the program has a stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof TypeError || error instanceof ReferenceError) return error.stack ?? error.message
  // The original error, and the error of the clean-up after it.
  if (error instanceof SuppressedError) return `${explain(error.suppressed)}\n${explain(error.error)}`
  // Several addresses of one name, all of which failed.
  const message = error instanceof AggregateError ? error.errors.map(explain).join(', ') : error.message
  if (error instanceof SurveyorError && error.errors !== undefined) {
    return [message, ...error.errors.map(({ detail }) => detail)].join('\n')
  }
  return error.cause instanceof Error ? `${message} (${explain(error.cause)})` : message
}

function helpHint(name: string | undefined): string {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? `${name} ` : ''
  return `surveyor ${command}--help shows what there is.`
}
