// The child side of isolate.ts: reads a module and a document from stdin, writes the output of the module to fd 3.
import { writeSync } from 'node:fs'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Parser } from '#extract/context.ts'
import { frameHead, readFrames } from './frames.ts'

const RESULTS_FD = 3

async function serve(): Promise<void> {
  const frames = readFrames(process.stdin as AsyncIterable<Buffer>)
  for (;;) {
    const parser = await frames.next()
    const input = await frames.next()
    // When stdin ends, the worker has ended, so no answer is needed any more.
    if (parser.done === true || input.done === true) return
    answer(await outcome(parser.value.toString('utf8'), input.value))
  }
}

async function outcome(parserUrl: string, input: Buffer): Promise<{ status: number; body: Uint8Array }> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker names modules of parsers only
    const module = (await import(parserUrl)) as { readonly parse: Parser }
    return { status: 0, body: await module.parse(input) }
  } catch (error) {
    if (error instanceof SurveyorError)
      return { status: 1, body: Buffer.from(JSON.stringify(problemOf(error))) }
    const defect = error instanceof Error ? String(error.stack) : String(Object(error).message ?? error)
    return { status: 2, body: Buffer.from(defect) }
  }
}

function answer({ status, body }: { status: number; body: Uint8Array }): void {
  const framed = Buffer.concat([Uint8Array.of(status), body])
  for (const bytes of [frameHead(framed), framed]) {
    for (let at = 0; at < bytes.length;) at += writeSync(RESULTS_FD, bytes, at)
  }
}

await serve()
process.exit(0)
