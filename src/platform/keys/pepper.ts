// The secret without which stored hashes of keys are useless outside this installation.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '#kit/unknown-values.ts'
import { inDataFolder, makeFolder } from '#platform/files/make-folder.ts'

const FILE = 'key-pepper'
const BYTES = 32
const FILE_CONTENT = /^[0-9a-f]{64}$/

/** A pepper given by the operator: the content of a `key-pepper`, or another text of any length that is hard to guess. */
export function pepperOf(given: string): Buffer {
  const text = given.trim()
  if (FILE_CONTENT.test(text)) return Buffer.from(text, 'hex')
  if (text.length < BYTES) throw new Error(`the key pepper must have at least ${BYTES} characters`)
  return createHash('sha256').update(text).digest()
}

/**
 * The pepper of a data folder, created at the first use, readable by its owner only. Replicas on other machines need
 * the same pepper by setting. Two processes that start together agree on one file.
 */
export async function loadPepper(dataDir: string): Promise<Buffer> {
  return inDataFolder(dataDir, async () => findOrMakePepper(dataDir))
}

/** That of the settings, else of the data folder. */
export async function pepperFrom({
  keyPepper,
  dataDir,
}: {
  readonly keyPepper: string | null
  readonly dataDir: string
}): Promise<Buffer> {
  return keyPepper === null ? loadPepper(dataDir) : pepperOf(keyPepper)
}

async function findOrMakePepper(dataDir: string): Promise<Buffer> {
  const path = pepperFile(dataDir)
  const existing = await findPepper(dataDir)
  if (existing !== null) return existing
  await makeFolder(dataDir)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(BYTES).toString('hex'), { mode: 0o600 })
  try {
    // Unlike a rename, a link never replaces a file that another process has just created.
    await link(draft, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  const made = await readPepper(path)
  if (made === null) throw new Error(`the key pepper ${path} cannot be read`)
  return made
}

/** The pepper of a data folder; null where it has none. */
export async function findPepper(dataDir: string): Promise<Buffer | null> {
  return readPepper(pepperFile(dataDir))
}

/** Where a data folder keeps its pepper. */
export function pepperFile(dataDir: string): string {
  return join(dataDir, FILE)
}

async function readPepper(path: string): Promise<Buffer | null> {
  try {
    const bytes = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex')
    if (bytes.length !== BYTES)
      throw new Error(`the key pepper ${path} is damaged: it must be ${BYTES} bytes in hex`)
    return bytes
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** The stored hash of a key. No slow hash is needed: a key has 178 random bits and cannot be guessed. */
export function hashKey(pepper: Buffer, key: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest()
}

/** Identifies a pepper without revealing it. */
export function pepperId(pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update('surveyor key pepper').digest().subarray(0, 8)
}
