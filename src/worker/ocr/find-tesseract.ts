// Finds the OCR engine: tesseract, where it is installed, with the languages that it has.
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'

export interface Tesseract {
  readonly program: string
  /** As it calls them: `eng`, `deu`; without its model for orientation. */
  readonly languages: readonly string[]
}

const PROGRAMS = ['/usr/bin/tesseract', '/usr/local/bin/tesseract', '/opt/homebrew/bin/tesseract']
const TIMEOUT_MS = 10_000
const LANGUAGE = /^[A-Za-z][\w/-]{1,40}$/

/** Null where none is installed, or none that tells a language. */
export async function findTesseract(programs: readonly string[] = PROGRAMS): Promise<Tesseract | null> {
  for (const program of programs) {
    const languages = await languagesOf(program)
    if (languages.length > 0) return { program, languages }
  }
  return null
}

async function languagesOf(program: string): Promise<string[]> {
  try {
    await access(program, constants.X_OK)
    const { stdout } = await promisify(execFile)(program, ['--list-langs'], { timeout: TIMEOUT_MS, env: {} })
    return stdout
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter((name) => LANGUAGE.test(name) && name !== 'osd')
  } catch {
    return []
  }
}
