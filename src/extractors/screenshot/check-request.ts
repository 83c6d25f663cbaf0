// Refuses requests for pictures whose fields exclude each other, before a job is made of them.
import { extractError } from '#extract/errors.ts'
import type { ScreenshotInput } from './options.ts'

/** Throws `validation_failed`. */
export function checkRequest(request: ScreenshotInput): void {
  const { fullPage, selector, clip, engine, omitBackground, format, stickyHeaders } = request
  const regions = { fullPage: fullPage === true, selector: selector !== undefined, clip: clip !== undefined }
  const [first, second] = Object.entries(regions).flatMap(([name, isAsked]) => (isAsked ? [name] : []))
  if (second !== undefined) throw refused(second, `cannot be given together with \`${first}\``)
  if (engine === 'http') throw refused('engine', 'cannot be http: a picture needs a browser')
  if (omitBackground === true && format === 'jpeg') {
    throw refused('omitBackground', 'cannot be given with jpeg, which has no transparency')
  }
  if (stickyHeaders === 'keep') {
    if (fullPage !== true) throw refused('stickyHeaders', 'can be keep with `fullPage` only')
    if (omitBackground === true) throw refused('omitBackground', 'cannot be given with `stickyHeaders: keep`')
  }
}

const refused = (field: string, detail: string): Error =>
  extractError('validation_failed', `\`${field}\` ${detail}.`, {
    errors: [{ pointer: `/${field}`, code: 'excluded', detail }],
  })
