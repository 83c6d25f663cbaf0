// The commit that a checkout of the product stands at, for its metrics.
import { readFile } from 'node:fs/promises'

const GIT = new URL('../../.git/', import.meta.url)
const COMMIT = /^[0-9a-f]{40}$/

/** The first twelve digits, or `unknown` where the program is no checkout. */
export async function productCommit(): Promise<string> {
  try {
    const head = (await readFile(new URL('HEAD', GIT), 'utf8')).trim()
    const commit = head.startsWith('ref: ') ? await commitOf(head.slice('ref: '.length)) : head
    return COMMIT.test(commit) ? commit.slice(0, 12) : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** A branch is a file of its own, or, packed, a line among others. */
async function commitOf(ref: string): Promise<string> {
  try {
    return (await readFile(new URL(ref, GIT), 'utf8')).trim()
  } catch {
    const packed = await readFile(new URL('packed-refs', GIT), 'utf8')
    return (
      packed
        .split('\n')
        .find((line) => line.endsWith(` ${ref}`))
        ?.split(' ')[0] ?? ''
    )
  }
}
