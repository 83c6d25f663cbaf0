// A site of an experiment as a process of its own, so that serving it is not the work that is measured.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** `program` prints its port first. Resolves with it; the site ends with `resources`. */
export async function startSite(resources: AsyncDisposableStack, program: URL): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(program)], { stdio: ['pipe', 'pipe', 'inherit'] })
  resources.defer(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return Number(line.toString())
}
