// A worker of the noop extractor as a process of its own, to be crashed and killed: argv is the origin and settings.
import type { WorkerSettings } from '#worker/settings.ts'
import { startWorker } from './start-worker.ts'

const [origin = '', settings = '{}'] = process.argv.slice(2)
const resources = new AsyncDisposableStack()
await startWorker({ origin, resources }, JSON.parse(settings) as Partial<WorkerSettings>)
process.once('SIGTERM', () => void resources.disposeAsync())
