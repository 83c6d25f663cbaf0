// The libraries that main content is measured with: ours, and those of the nested package as far as they are installed.
import { existsSync } from 'node:fs'
import { extractOurs } from './ours.ts'

export interface Output {
  readonly html?: string
  readonly text?: string
  readonly markdown?: string
}
export type Extract = (html: string, url: string) => Promise<Output> | Output

export interface Libraries {
  /** By the name that the tables show, ours first. */
  readonly libraries: Record<string, Extract>
  /** Turndown; null where the peers are not installed. */
  readonly toMarkdown: ((html: string) => string) | null
}

const PEERS = new URL('../peers/peers.mjs', import.meta.url)

/** Says which peers are measured, with their versions, and which could not be loaded and why. */
export async function loadLibraries(): Promise<Libraries> {
  const libraries: Record<string, Extract> = { ours: extractOurs }
  if (!existsSync(new URL('node_modules/', PEERS))) {
    console.log('main-content: without peers (run `npm ci` in bench/peers to measure them too)')
    return { libraries, toMarkdown: null }
  }
  const { loadPeers, toMarkdown } = (await import(PEERS.href)) as {
    readonly loadPeers: () => Promise<{
      readonly peers: Record<string, Extract>
      readonly versions: string
      readonly missing: readonly string[]
    }>
    readonly toMarkdown: (html: string) => string
  }
  const { peers, versions, missing } = await loadPeers()
  console.log(`main-content: peers ${versions}`)
  for (const reason of missing) console.log(`main-content: not measured: ${reason}`)
  return { libraries: { ...libraries, ...peers }, toMarkdown }
}
