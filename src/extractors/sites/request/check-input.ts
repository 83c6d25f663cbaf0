// The checks of a request before a worker gets it.
import { Check } from 'typebox/schema'
import { MapInput } from './options.ts'
import { checkPatterns } from './map-scope.ts'

/** Throws `validation_failed` for patterns that cannot be read. */
export function checkInput(input: unknown): void {
  if (Check(MapInput, input)) checkPatterns(input)
}
