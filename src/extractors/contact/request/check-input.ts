// Refuses what contact enrichment cannot do yet, before there is a job.
import { extractError } from '#extract/errors.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** Throws `not_built_yet` with the pointer of the option. */
export function checkInput(input: unknown): void {
  const { verify } = fieldsOf(input)
  if (fieldsOf(verify)['smtp'] === true)
    throw notBuilt(
      '/verify/smtp',
      'Asking mail servers is not built yet: take `mx`, which asks name servers.',
    )
}

const notBuilt = (pointer: string, detail: string): Error =>
  extractError('not_built_yet', detail, { errors: [{ pointer, code: 'not_built_yet', detail }] })
