// A worker in a process of its own, killed with the test at the latest.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { WorkerSettings } from '#worker/settings.ts'

export function spawnWorker(
  { origin, resources }: { readonly origin: string; readonly resources: AsyncDisposableStack },
  settings: Partial<WorkerSettings> = {},
): ChildProcess {
  const program = fileURLToPath(new URL('./worker-program.ts', import.meta.url))
  const child = spawn(process.execPath, [program, origin, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  resources.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}
