// The effective settings in readable form.
import type { LoadedSettings } from './load-settings.ts'
import { hideUserInfo } from './hide-user-info.ts'
import { READ_BY } from './read-by.ts'
import { SETTING_NAMES, SETTINGS, type Setting } from './settings.ts'

/**
 * A table: name, value, source of the value, variable, the processes that need it, and description. Secrets are masked.
 */
export function printSettings({ settings, sources }: LoadedSettings): string {
  const rows = SETTING_NAMES.map((name) => {
    const setting: Setting = SETTINGS[name]
    return [
      name,
      shownValue(setting, settings[name]),
      sources[name],
      setting.env,
      READ_BY[name].join(','),
      setting.about,
    ]
  })
  const header = ['setting', 'value', 'from', 'variable', 'needed by', 'what it is']
  const widths = header.map((title, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0), title.length),
  )
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const MASK = '********'

function shownValue(setting: Setting, value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '-'
  if (setting.secret === true) return MASK
  if (Array.isArray(value)) return value.map((item) => hideUserInfo(String(item))).join(',')
  return hideUserInfo(typeof value === 'string' ? value : JSON.stringify(value))
}
