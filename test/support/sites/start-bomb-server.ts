// Starts the hostile site for one test or experiment.
import { spawn } from 'node:child_process'
import path from 'node:path'

export interface BombServer extends AsyncDisposable {
  /** Origins of the one that speaks HTTP and of the one that does not quite. */
  readonly http: string
  readonly raw: string
}

export async function startBombServer(): Promise<BombServer> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bomb-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    child.once('exit', () => reject(new Error('The hostile site did not start.')))
  })
  const ports = JSON.parse(line) as { http: number; raw: number }
  return {
    http: `http://127.0.0.1:${ports.http}`,
    raw: `http://127.0.0.1:${ports.raw}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
