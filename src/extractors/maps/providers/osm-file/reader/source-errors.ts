// The errors of an OSM file, with its name, the position in it and the reason.
import { basename } from 'node:path'
import { SurveyorError } from '#contract/surveyor-error.ts'

/** The operator's name for the setting that holds the path. */
export const OSM_FILE_SETTING = 'SURVEYOR_OSM_FILE'

/** The file cannot be trusted from byte `offset` on. */
export function brokenSource(file: string, offset: number, reason: string, cause?: unknown): SurveyorError {
  const detail = `The OSM file "${basename(file)}" is damaged at byte ${offset}: ${reason}.`
  return new SurveyorError('source_broken', detail, { cause })
}

/** A file without nodes has no positions. */
export function noNodes(file: string): SurveyorError {
  return brokenSource(file, 0, 'it holds no nodes, so nothing in it has a place')
}

/** The file is sound as far as can be seen, but of a kind that is not read here. */
export function unsupportedSource(file: string, reason: string): SurveyorError {
  return new SurveyorError(
    'unsupported_document',
    `The OSM file "${basename(file)}" cannot be used: ${reason}.`,
  )
}

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'does not exist'],
  ['EACCES', 'may not be read by this user'],
  ['EMPTY', 'is a folder without an extract (.osm.pbf, .osm.gz, .osm)'],
])

/** The file is not there or may not be read; only its name is shown, the path stays in the cause. */
export function missingSource(file: string, cause: unknown): SurveyorError {
  const reason = REASONS.get(Object(cause).code) ?? 'cannot be read'
  const detail = `The OSM file "${basename(file)}" named by the setting ${OSM_FILE_SETTING} ${reason}.`
  return new SurveyorError('source_unavailable', detail, { cause })
}
