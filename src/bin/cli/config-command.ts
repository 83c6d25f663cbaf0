// `surveyor config`: the effective settings.
import { loadSettings } from '#config/load-settings.ts'
import { printSettings } from '#config/print-settings.ts'
import type { CommandLine } from './command-line.ts'

/** Prints the table of settings. Answers the exit code. */
export async function runConfig({ flags, settingsFile }: CommandLine): Promise<number> {
  const loaded = await loadSettings({ flags, file: settingsFile })
  for (const warning of loaded.warnings) console.error(warning)
  console.log(printSettings(loaded))
  return 0
}
