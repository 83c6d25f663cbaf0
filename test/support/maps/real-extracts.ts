// The maps extractor on extracts of real places: each is opened once in a process, and its index built once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExtractorInstance } from '#extract/context.ts'
import { create } from '#extractors/maps/extract.ts'
import { extractContext } from '#test/support/extract/extract-context.ts'
import { sharedPath } from '#test/support/shared-data.ts'
import { memoryLimits } from './limits.ts'

const opened = new Map<string, Promise<ExtractorInstance>>()
let dataDir: string | null = null

/** `file` is a path of the shared data. It stays open until the process ends. */
export function openExtract(file: string): Promise<ExtractorInstance> {
  const known = opened.get(file)
  if (known !== undefined) return known
  const extractor = create({
    settings: { osmFile: sharedPath(file) },
    dataDir: (dataDir ??= newFolder()),
    limits: memoryLimits(),
    log: extractContext().log,
    fetch: extractContext().fetch,
  })
  opened.set(file, extractor)
  return extractor
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'real-extracts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
