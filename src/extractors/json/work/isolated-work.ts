// The work on a large target in a child process: its facts and its bytes in, JSON out.
import type { Parser } from '#extract/context.ts'
import { packMessage, unpackMessage } from '#extract/pack-message.ts'
import type { JsonInput } from '#extractors/json/request/options.ts'
import { prepareRequest } from '#extractors/json/request/prepare-request.ts'
import type { OpenedTarget } from '#extractors/json/target/open-target.ts'
import { readFeed } from '#extractors/json/target/read-feed.ts'
import { createJsonWork, type Given } from './json-work.ts'

export interface ReadTask {
  /** Without what names the caller to the target. */
  readonly input: JsonInput
  readonly hasModel: boolean
  readonly given: Given
}

interface Head {
  readonly target: Omit<OpenedTarget, 'body' | 'html' | 'tree'>
  /** Whether the bytes are those of a page that was decoded already. */
  readonly decoded: boolean
  /** Null: the target is a feed that a page links. */
  readonly task: ReadTask | null
}

export function packTask(
  { body, html, tree: _tree, ...target }: OpenedTarget,
  task: ReadTask | null,
): Uint8Array {
  const head: Head = { target, decoded: body === null, task }
  return packMessage(head, body ?? Buffer.from(html ?? ''))
}

export const parse: Parser = (message) => {
  const { head, bytes } = unpackMessage<Head>(message)
  const { task } = head
  const target: OpenedTarget = head.decoded
    ? { ...head.target, body: null, html: Buffer.from(bytes).toString('utf8') }
    : { ...head.target, body: bytes, html: null }
  const answer =
    task === null
      ? readFeed(target)
      : createJsonWork(target, task.input, prepareRequest(task.input, task.hasModel))(task.given)
  return Buffer.from(JSON.stringify(answer))
}
