// The child side of isolate.ts: reads a module and a document from stdin, writes the output of the module to fd 3.
import { writeSync } from 'node:fs'
import { isSurveyorError, problemOf } from '#contract/surveyor-error.ts'
import type { Parser } from '#extract/context.ts'
import { frameHead, LOADED, readFrames } from './frames.ts'

const RESULTS_FD = 3

async function serve(): Promise<void> {
  const frames = readFrames(process.stdin as AsyncIterable<Buffer>)
  for (;;) {
    const parser = await frames.next()
    // When stdin ends, the worker has ended, so no answer is needed any more.
    if (parser.done === true) return
    const loading = load(parser.value.toString('utf8'))
    await loading.catch(() => undefined)
    // The time of a parser is counted from here: loading its library is no matter of the document.
    answer({ status: LOADED, body: new Uint8Array() })
    const input = await frames.next()
    if (input.done === true) return
    answer(await outcome(loading, input.value))
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker names modules of parsers only
const load = async (url: string): Promise<Parser> => ((await import(url)) as { readonly parse: Parser }).parse

async function outcome(
  loading: Promise<Parser>,
  input: Buffer,
): Promise<{ status: number; body: Uint8Array }> {
  try {
    const parse = await loading
    return { status: 0, body: await parse(input) }
  } catch (error) {
    if (isSurveyorError(error)) return { status: 1, body: Buffer.from(JSON.stringify(problemOf(error))) }
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
