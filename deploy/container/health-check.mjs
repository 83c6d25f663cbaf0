// The health check of the image: exits with 0 while the services of this container answer. Which ones these are is read from
// the command of its processes. A worker has no port; a watchdog inside ends it when it hangs.
import { readFileSync, readdirSync } from 'node:fs'
import { env, exit, stderr } from 'node:process'

const TIMEOUT_MS = 4_000
const PORTS = {
  places: env.SURVEYOR_PLACES_PORT || '4116',
  crawl: env.SURVEYOR_CRAWL_PORT || '4312',
}
const SERVICES = { start: ['places', 'crawl'], places: ['places'], crawl: ['crawl'], worker: [] }

const command = commands().find((name) => Object.hasOwn(SERVICES, name))
if (command === undefined) fail('No service or worker runs here.')
await Promise.all(SERVICES[command].map(check))

/** The words after `surveyor.mjs` of all processes that this one can see, those of the oldest first. */
function commands() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .toSorted((a, b) => a - b)
    .flatMap((pid) => {
      const words = readCommand(pid)
      const at = words.findIndex((word) => /(^|\/)surveyor(\.mjs)?$/.test(word))
      return at === -1 ? [] : [words[at + 1] || 'start']
    })
}

function readCommand(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** Whether the event loop answers. Whether the database does is another question, for a load balancer. */
async function check(service) {
  const url = `http://127.0.0.1:${PORTS[service]}/health?probe=live`
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) fail(`${service} answers ${response.status}.`)
  } catch (error) {
    fail(`${service} does not answer: ${error.cause?.code ?? error.message}`)
  }
}

function fail(reason) {
  stderr.write(`${reason}\n`)
  exit(1)
}
