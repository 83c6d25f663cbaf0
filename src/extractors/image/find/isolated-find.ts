// Finds images in a child process: the page after its facts in, JSON out.
import type { Parser } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { packMessage, unpackMessage } from '#extract/pack-message.ts'
import type { OpenPage } from '#extract/page/load-page.ts'
import type { InlineImage } from '#extractors/image/list/inline-image.ts'
import { findImages, type FindOptions, type FoundImages } from './find-images.ts'

interface Head extends Pick<OpenPage, 'url' | 'statusCode' | 'charset' | 'charsetSource'> {
  readonly options: FindOptions
}

/** An image in the page as JSON has it. */
interface PackedInline extends Omit<InlineImage, 'bytes' | 'problem'> {
  readonly base64: string
  readonly problem: {
    readonly code: NonNullable<InlineImage['problem']>['code']
    readonly detail: string
  } | null
}

export function packPage(
  { html, url, statusCode, charset, charsetSource }: Pick<OpenPage, 'html' | keyof Omit<Head, 'options'>>,
  options: FindOptions,
): Uint8Array {
  const head: Head = { url, statusCode, charset, charsetSource, options }
  return packMessage(head, Buffer.from(html))
}

export const parse: Parser = (message) => {
  const { head, bytes } = unpackMessage<Head>(message)
  const tree = () => parseHtml(Buffer.from(bytes).toString('utf8'))
  const found = findImages({ ...head, tree }, head.options)
  const chosen = found.chosen.map((one) => ({
    ...one,
    image: { ...one.image, inline: packed(one.image.inline) },
  }))
  return Buffer.from(JSON.stringify({ ...found, chosen }))
}

/** Unpacks the result of `parse`. */
export function unpackFound(answer: Uint8Array): FoundImages {
  // Our own module wrote it.
  const found = JSON.parse(Buffer.from(answer).toString('utf8')) as FoundImages
  const chosen = found.chosen.map((one) => {
    const inline = one.image.inline as unknown as PackedInline | null
    return { ...one, image: { ...one.image, inline: unpacked(inline) } }
  })
  return { ...found, chosen }
}

function packed(inline: InlineImage | null): PackedInline | null {
  if (inline === null) return null
  const { bytes, problem, ...rest } = inline
  return {
    ...rest,
    base64: Buffer.from(bytes).toString('base64'),
    problem: problem === null ? null : { code: problem.code, detail: problem.message },
  }
}

function unpacked(inline: PackedInline | null): InlineImage | null {
  if (inline === null) return null
  const { base64, problem, ...rest } = inline
  return {
    ...rest,
    bytes: Buffer.from(base64, 'base64'),
    problem: problem === null ? null : extractError(problem.code, problem.detail),
  }
}
