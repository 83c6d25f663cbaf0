// The version of the product: that of the package.
import { readFile } from 'node:fs/promises'
import { parseKnownJson } from '#kit/unknown-values.ts'

/** The version in package.json, `1.16.0`. */
export async function productVersion(): Promise<string> {
  const manifest = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  return parseKnownJson<{ readonly version: string }>(manifest).version
}

const GIT = new URL('../../../.git/', import.meta.url)
const COMMIT = /^[0-9a-f]{40}$/

/** The first twelve digits, or `unknown` when the program is not a checkout. */
export async function productCommit(): Promise<string> {
  try {
    const head = (await readFile(new URL('HEAD', GIT), 'utf8')).trim()
    const commit = head.startsWith('ref: ') ? await commitOf(head.slice('ref: '.length)) : head
    return COMMIT.test(commit) ? commit.slice(0, 12) : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** A branch is a file of its own or, when packed, a line of a shared file. */
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
