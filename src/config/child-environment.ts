// The settings for a child process, as environment variables.
import { SETTING_NAMES, SETTINGS, type SettingName, type Settings } from './settings.ts'

/** The environment of this process plus `settings`. A process gets only the secrets that it is `given`. */
export function childEnvironment(
  settings: Settings,
  given: readonly SettingName[],
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const child = { ...environment }
  for (const name of SETTING_NAMES) {
    const { env, secret }: { readonly env: string; readonly secret?: true } = SETTINGS[name]
    const value = settings[name]
    delete child[env]
    if (value === null || (secret === true && !given.includes(name))) continue
    child[env] = Array.isArray(value) ? value.join(',') : String(value)
  }
  return child
}
