// The checks of a request before a worker gets it: dates in their order, and pages that are not built.
import { extractError } from '#extract/errors.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { readAddress } from './airbnb-address.ts'

/** `input` has passed the schema of the operation. Throws `validation_failed` or `not_built_yet`. */
export function checkInput(input: unknown): void {
  const { checkIn, checkOut, url } = fieldsOf(input)
  if ((checkIn === undefined) !== (checkOut === undefined)) {
    throw refused(checkIn === undefined ? 'checkIn' : 'checkOut', 'needs', 'is needed beside the other date')
  }
  // RFC 3339 dates have the order of their texts.
  if (typeof checkIn === 'string' && typeof checkOut === 'string' && checkOut <= checkIn) {
    throw refused('checkOut', 'too_early', 'must be after `checkIn`')
  }
  if (typeof url === 'string' && readAddress(url).kind === 'experience') {
    throw extractError(
      'not_built_yet',
      'Pages of experiences are not read yet; listings, searches and hosts are.',
    )
  }
}

function refused(field: string, code: string, detail: string): Error {
  return extractError('validation_failed', `\`${field}\` ${detail}.`, {
    errors: [{ pointer: `/${field}`, code, detail }],
  })
}
