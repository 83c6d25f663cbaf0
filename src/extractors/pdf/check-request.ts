// Fields of a request that its mode or its target has no use for: refused before there is a job, or named in a warning.
import type { Warning } from '#contract/crawl/result.ts'
import { BROWSER_FIELDS } from '#extract/browser/options.ts'
import { extractError } from '#extract/errors.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { PrintFields, type PdfInput } from './options.ts'
import { ReadFields } from './read-options.ts'

const FOR_PRINTING = { ...PrintFields, ...BROWSER_FIELDS }

/** Whether a request with `mode: auto` names something that only a PDF has. */
export const asksForFile = (request: PdfInput): boolean => given(request, ReadFields).length > 0

/** Throws `validation_failed` with the first field that has no meaning beside the others. */
export function checkRequest(request: PdfInput): void {
  const { mode = 'auto', engine, html } = request
  if (mode === 'extract') {
    if (html !== undefined) throw refused('html', 'is a page, and `mode` is `extract`')
    if (engine === 'browser') throw refused('engine', 'cannot be browser: a PDF is read without one')
    refuse(request, FOR_PRINTING, 'is for printing a page, and `mode` is `extract`')
    return
  }
  if (engine === 'http') throw refused('engine', 'cannot be http: a page is printed by a browser')
  const why = mode === 'render' ? '`mode` is `render`' : '`html` is a page'
  if (mode === 'render' || html !== undefined) refuse(request, ReadFields, `is for reading a PDF, and ${why}`)
}

/** With `mode: auto` only the target tells which fields count. */
export function unusedWarnings(request: PdfInput, done: 'read' | 'printed'): Warning[] {
  const target = done === 'read' ? 'a PDF, which was read' : 'a page, which was printed'
  return given(request, done === 'read' ? FOR_PRINTING : ReadFields).map((name) => ({
    code: 'option_unused',
    detail: `\`${name}\` had no effect: the target is ${target}.`,
    pointer: `/${name}`,
  }))
}

function refuse(request: PdfInput, fields: object, why: string): void {
  const [first] = given(request, fields)
  if (first !== undefined) throw refused(first, why)
}

/** The fields that the caller chose: a route fills in the defaults of all others. */
const given = (request: PdfInput, fields: object): string[] =>
  Object.entries(fields).flatMap(([name, schema]) => {
    const value: unknown = Reflect.get(request, name)
    return value === undefined || value === fieldsOf(schema)['default'] ? [] : [name]
  })

const refused = (field: string, detail: string): Error =>
  extractError('validation_failed', `\`${field}\` ${detail}.`, {
    errors: [{ pointer: `/${field}`, code: 'excluded', detail }],
  })
