// Secrets in files, as containers and systemd give them: `NAME_FILE` names the file whose text the variable `NAME` takes.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** A key, a password, or a URL with one. */
const MAX_SECRET_LENGTH = 65_536

/**
 * Puts the text of the file that `NAME_FILE` names, without the spaces around it, into the variable `name`, and removes
 * `NAME_FILE`. Answers what is wrong, without anything of the text; null when nothing is.
 */
export async function readSecretFile(
  name: string,
  environment: NodeJS.ProcessEnv,
  workingDir: string,
): Promise<string | null> {
  const variable = `${name}_FILE`
  const path = environment[variable]
  if (path === undefined) return null
  delete environment[variable]
  if (path === '') return null
  if (environment[name]) return `${name} and ${variable} are both set; remove one of them.`
  const text = await readFile(resolve(workingDir, path), 'utf8').catch(() => null)
  if (text === null) return `${variable} names a file that cannot be read: ${path}.`
  const secret = text.trim()
  if (secret === '' || secret.length > MAX_SECRET_LENGTH) {
    return `${variable} names a file that holds no secret: ${path} is empty or too large.`
  }
  environment[name] = secret
  return null
}
