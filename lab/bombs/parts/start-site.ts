// Starts the site of hostile pages for one experiment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./site-program.ts', import.meta.url))

/** Resolves with its port. */
export async function startSite(resources: AsyncDisposableStack): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] })
  resources.defer(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return Number(line.toString())
}
