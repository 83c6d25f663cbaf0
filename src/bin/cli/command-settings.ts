// The settings of one command, as its line, the environment and the settings file have them.
import { loadSettings } from '#config/load-settings.ts'
import type { Settings } from '#config/settings.ts'
import type { CommandLine } from './command-line.ts'

/** Warnings go to standard error. Throws SettingsError. */
export async function commandSettings({
  flags,
  settingsFile,
}: Pick<CommandLine, 'flags' | 'settingsFile'>): Promise<Settings> {
  const { settings, warnings } = await loadSettings({ flags, file: settingsFile })
  for (const warning of warnings) console.error(warning)
  return settings
}
