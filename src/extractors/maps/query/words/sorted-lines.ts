// Looks lines up in a sorted file: the bytes of the file are all that it holds in memory.
import { readFileSync } from 'node:fs'

/** Lines of the form `key<tab>rest`, sorted by the bytes of their keys. */
export interface SortedLines {
  /** What stands behind the key; null for one that is not there. */
  find(key: string): string | null
  /** All lines whose keys begin with `prefix`, in their order. */
  startingWith(prefix: string): Iterable<readonly [key: string, rest: string]>
  /** The keys of all lines with that behind them. */
  keysOf(rest: string): Iterable<string>
}

const NEWLINE = 0x0a
const TAB = 0x09

/** The file is read at the first look-up; each takes some microseconds. */
export function openSortedLines(file: URL | string): SortedLines {
  let opened: SortedLines | undefined
  const lines = (): SortedLines => (opened ??= linesOf(readFileSync(file)))
  return {
    find: (key) => lines().find(key),
    startingWith: (prefix) => lines().startingWith(prefix),
    keysOf: (rest) => lines().keysOf(rest),
  }
}

function linesOf(bytes: Buffer): SortedLines {
  const startOfLine = (at: number): number => (at === 0 ? 0 : bytes.lastIndexOf(NEWLINE, at - 1) + 1)
  const endOfLine = (at: number): number => {
    const end = bytes.indexOf(NEWLINE, at)
    return end === -1 ? bytes.length : end
  }

  /** Where the first line begins whose key is not before `key`. */
  function lowerBound(key: Buffer): number {
    let [low, high] = [0, bytes.length]
    while (low < high) {
      const start = startOfLine((low + high) >>> 1)
      const tab = bytes.indexOf(TAB, start)
      if (tab !== -1 && Buffer.compare(bytes.subarray(start, tab), key) < 0) low = endOfLine(start) + 1
      else high = start
    }
    return low
  }

  function lineAt(start: number): readonly [key: string, rest: string] {
    const line = bytes.toString('utf8', start, endOfLine(start))
    const tab = line.indexOf('\t')
    return [line.slice(0, tab), line.slice(tab + 1)]
  }

  return {
    find(key) {
      const start = lowerBound(Buffer.from(key))
      if (start >= bytes.length) return null
      const [found, rest] = lineAt(start)
      return found === key ? rest : null
    },
    *keysOf(rest) {
      const end = Buffer.from(`\t${rest}\n`)
      for (let at = bytes.indexOf(end); at !== -1; at = bytes.indexOf(end, at + 1))
        yield bytes.toString('utf8', startOfLine(at), at)
    },
    *startingWith(prefix) {
      for (let at = lowerBound(Buffer.from(prefix)); at < bytes.length; at = endOfLine(at) + 1) {
        const line = lineAt(at)
        if (!line[0].startsWith(prefix)) return
        yield line
      }
    },
  }
}
