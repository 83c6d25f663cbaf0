// Real material that is not part of this repository: beside it on CI, perhaps absent elsewhere.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The path of a file under ../shared. */
export function sharedPath(path: string): string {
  return fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url))
}

/** For the `skip` option of a test: false when the file exists, otherwise a message that names the missing file. */
export function skipWithout(path: string): string | false {
  return existsSync(sharedPath(path)) ? false : `../shared/${path} is not here`
}
