// Bodies that are forms (multipart/form-data, RFC 7578): files are given away as they arrive, texts are collected.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { invalidInput, SurveyorError } from '#contract/surveyor-error.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import { receiveBytes } from './byte-body.ts'
import type { TextSource } from './strict-input.ts'

/** A file of a form, while it arrives. */
export interface FormFile {
  /** As the client declares it, without folders; may be empty. */
  readonly filename: string
  /** As the client declares it, without parameters. */
  readonly mediaType: string
  /** To be read once. Throws what is wrong with the form. */
  readonly content: AsyncIterable<Uint8Array>
}

/** What a route takes of a form. */
export interface FormRules<Kept> {
  /** Of the whole body. */
  readonly maxBytes: number
  /** Of all texts together. */
  readonly maxTextBytes: number
  readonly maxFiles: number
  /** Must read the content. What it keeps is of no use when the form turns out to be broken. */
  keep(file: FormFile): Promise<Kept>
}

/** What a form held. */
export interface ReadForm<Kept> {
  /** The values of each field, in their order. */
  readonly texts: Readonly<Record<string, readonly string[]>>
  /** What was kept of each file, in their order. */
  readonly files: readonly Kept[]
}

/** The field of a form that holds a file; it may stand there repeatedly. */
const FILE_FIELD = 'file'

const MAX_TEXTS = 200
const MAX_NAME_CHARS = 200

/** How problems with the texts of a form are told. */
export const FORM_TEXTS: TextSource = {
  part: 'The form',
  pointerTo: (name) => pointerStep(name.slice(0, MAX_NAME_CHARS)),
}

/** The Content-Type of a form. */
export const FORM_TYPE = /^multipart\/form-data\s*(?:;|$)/i

/** Whether the body of the request is a form. */
export function isForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return FORM_TYPE.test(headers['content-type'] ?? '')
}

/**
 * Reads the form to its end. Throws `invalid_request` for a form that is cut off or whose boundary is not that of the
 * header, `validation_failed` for a file that is empty, in another field than `file` or one too many,
 * `body_too_large`, what `keep` throws, and as `receiveBytes`.
 */
export async function readForm<Kept>(
  request: FastifyRequest,
  { maxBytes, maxTextBytes, maxFiles, keep }: FormRules<Kept>,
): Promise<ReadForm<Kept>> {
  const body = receiveBytes(request, { maxBytes })
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  const texts: Record<string, string[]> = Object.create(null)
  const files: Promise<Kept>[] = []
  const streams: Readable[] = []
  let textBytes = 0

  const parser = parserOf(request, maxTextBytes)
  parser.on('error', () => failure.reject(brokenForm()))
  parser.on('fieldsLimit', () => failure.reject(tooLarge(`A form may have at most ${MAX_TEXTS} texts.`)))
  parser.on('field', (given, value, _, isTruncated) => {
    const name = nameOf(given)
    textBytes += Buffer.byteLength(value)
    if (isTruncated || textBytes > maxTextBytes)
      failure.reject(tooLarge(`The texts of the form may have at most ${maxTextBytes} bytes together.`))
    if (name === FILE_FIELD) failure.reject(refused(name, 'not_a_file', NOT_A_FILE))
    ;(texts[name] ??= []).push(value)
  })
  parser.on('file', (given, stream, filename, _, mediaType) => {
    const field = nameOf(given)
    // What is wrong is told by `failure`; without a listener the process would end.
    stream.on('error', () => undefined)
    streams.push(stream)
    if (field !== FILE_FIELD)
      return failure.reject(refused(field, 'unknown_key', `A file goes into the field ${FILE_FIELD}.`))
    if (files.length === maxFiles)
      return failure.reject(refused(field, 'too_many', `The form may have at most ${maxFiles} of them.`))
    const kept = keep({ filename, mediaType, content: notEmpty(stream) })
    kept.catch(failure.reject)
    return files.push(kept)
  })

  try {
    let bytes = 0
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw tooLarge(`The body may have at most ${maxBytes} bytes.`)
      const written = new Promise<void>((resolve) => parser.write(chunk, () => resolve()))
      await Promise.race([written, failure.promise])
    }
    const ended = once(parser, 'finish')
    ended.catch(() => undefined)
    parser.end()
    await Promise.race([ended, failure.promise])
    return { texts, files: await Promise.all(files) }
  } catch (error) {
    for (const stream of streams) stream.destroy(error instanceof Error ? error : brokenForm())
    await Promise.allSettled(files)
    throw error
  }
}

function parserOf({ headers }: FastifyRequest, maxTextBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { fields: MAX_TEXTS, fieldSize: maxTextBytes, headerPairs: 20, headerSize: 16_384 },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
    })
  } catch (error) {
    throw new SurveyorError('invalid_request', 'The Content-Type of the form names no boundary.', {
      cause: error,
    })
  }
}

/** The parser gives no name where the part has none. */
function nameOf(given: string | undefined): string {
  return given ?? ''
}

const NOT_A_FILE = 'This is a text and no file: with curl, -F file=@NAME sends a file.'

/** A form in which no file was chosen has an empty one. */
async function* notEmpty(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isEmpty = true
  for await (const chunk of stream) {
    isEmpty = false
    yield chunk
  }
  if (isEmpty) throw refused(FILE_FIELD, 'empty_file', 'The file has no content.')
}

function refused(field: string, code: string, detail: string): SurveyorError {
  return invalidInput(FORM_TEXTS.part, [{ pointer: FORM_TEXTS.pointerTo(field), code, detail }])
}

function tooLarge(detail: string): SurveyorError {
  return new SurveyorError('body_too_large', detail)
}

function brokenForm(): SurveyorError {
  return new SurveyorError(
    'invalid_request',
    'The form ends before its last boundary, or its boundary is not the one that Content-Type names.',
  )
}
