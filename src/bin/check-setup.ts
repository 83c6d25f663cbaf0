// Checks what the settings name before anything starts, so that a mistake is reported at once and not by the first
// search.
import { SettingsError } from '#config/load-settings.ts'
import type { Settings } from '#config/settings.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { SetupFindings } from '#extract/define-extractor.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { composeEgress } from '#bin/compose/compose-egress.ts'
import { loadExtractors } from '#bin/compose/load-extractors.ts'
import { extractorSettings } from '#bin/product/part-settings.ts'

/** How thorough the check is. `progress` gets a share from 0 to 1. */
export interface SetupOptions {
  readonly settings: Settings
  readonly log: Logger
  readonly signal: AbortSignal
  /** Whether files are read to their end, and not only opened. */
  readonly readsAll: boolean
  /** Whether the servers on the network are asked as well. */
  readonly network: boolean
  progress?(message: string, share: number): void
}

/** A server that the work needs cannot be reached. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** Throws SettingsError for a file that cannot be used, and UnreachableError when the network gives no answer. */
export async function checkSetup(options: SetupOptions): Promise<SetupFindings> {
  const { settings, log, signal, readsAll } = options
  await using resources = new AsyncDisposableStack()
  const network = options.network ? await composeEgress({ settings, log, resources }) : null
  const named = extractorSettings(settings)
  let exampleLocation: string | null = null
  for (const { check } of await loadExtractors()) {
    try {
      const found = await check?.({
        settings: named,
        dataDir: settings.dataDir,
        readsAll,
        network,
        progress: (message, share) => options.progress?.(message, share),
        signal,
      })
      exampleLocation ??= found?.exampleLocation ?? null
    } catch (error) {
      if (!(error instanceof SurveyorError)) throw error
      if (error.code.startsWith('target_')) throw new UnreachableError(error.message, { cause: error })
      throw new SettingsError(error.message)
    }
  }
  return { exampleLocation }
}
