// robots.txt: the matcher of RFC 9309, with the leniency of Google's reference matcher.
import { setImmediate } from 'node:timers/promises'
import type { RobotsLine } from '#kit/http/parse-robots.ts'

/** One `Allow` or `Disallow`; the longest that matches decides. */
export interface RobotsRule {
  readonly allow: boolean
  readonly pattern: string
  /** The pattern between its wildcards. */
  readonly parts: readonly string[]
  readonly anchored: boolean
}

/** The rules of one file for one robot. */
export interface RobotsRules {
  readonly rules: readonly RobotsRule[]
  readonly crawlDelayMs: number | null
}

/** The verdict on one URL. */
export interface RobotsMatch {
  readonly allowed: boolean
  /** The deciding line, `Disallow: /x/`; null when no line matches. */
  readonly rule: string | null
}

/** The rules of all groups for `productToken`; when no group names it, of all groups for `*`. */
export function rulesFor(lines: readonly RobotsLine[], productToken: string): RobotsRules {
  const token = productToken.toLowerCase()
  const specific = { rules: [] as RobotsRule[], crawlDelayMs: null as number | null }
  const general = { rules: [] as RobotsRule[], crawlDelayMs: null as number | null }
  let named = false
  let inSpecific = false
  let inGeneral = false
  let rulesBegan = false
  for (const { kind, value } of lines) {
    if (kind === 'user-agent') {
      if (rulesBegan) inSpecific = inGeneral = rulesBegan = false
      if (/^\*(?:\s|$)/.test(value)) inGeneral = true
      else if ((/^[a-z_-]*/.exec(value.toLowerCase())?.[0] ?? '') === token) named = inSpecific = true
      continue
    }
    const group = inSpecific ? specific : inGeneral ? general : null
    if (kind === 'allow' || kind === 'disallow') {
      rulesBegan ||= group !== null
      group?.rules.push(...rulesOf(kind === 'allow', value))
    } else if (kind === 'crawl-delay' && group !== null && group.crawlDelayMs === null) {
      group.crawlDelayMs = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : null
    }
  }
  return named ? specific : general
}

/**
 * `path` is the result of `robotsPath`. The longest matching pattern decides; of two equally long ones the one that
 * allows.
 */
export function matchRules({ rules }: RobotsRules, path: string): RobotsMatch {
  return matchOf(strongest(rules, path, null))
}

/** About 10 ms of the slowest possible patterns. */
const MAX_CHARS_PER_TURN = 1_000_000

/** As `matchRules`, but yields to other work in between: half a megabyte of rules against a long path takes seconds. */
export async function matchInTurns(all: RobotsRules, path: string): Promise<RobotsMatch> {
  const { rules } = all
  const perTurn = Math.ceil(MAX_CHARS_PER_TURN / path.length)
  if (rules.length <= perTurn) return matchRules(all, path)
  let best: RobotsRule | null = null
  for (let at = 0; at < rules.length; at += perTurn) {
    if (at > 0) await setImmediate()
    best = strongest(rules.slice(at, at + perTurn), path, best)
  }
  return matchOf(best)
}

function strongest(rules: readonly RobotsRule[], path: string, known: RobotsRule | null): RobotsRule | null {
  let best = known
  for (const rule of rules) {
    const longer = best === null || rule.pattern.length > best.pattern.length
    const milder = best !== null && rule.pattern.length === best.pattern.length && rule.allow && !best.allow
    if ((longer || milder) && fits(rule, path)) best = rule
  }
  return best
}

const matchOf = (best: RobotsRule | null): RobotsMatch =>
  best === null
    ? { allowed: true, rule: null }
    : { allowed: best.allow, rule: `${best.allow ? 'Allow' : 'Disallow'}: ${best.pattern}` }

/** The part of a URL that rules are matched against: path and query, without the fragment. Also takes a partial URL. */
export function robotsPath(url: string): string {
  const from = url.startsWith('//') ? 2 : 0
  const firstOfPath = searchFrom(url, /[/?;]/g, from)
  const scheme = url.indexOf('://', from)
  const hostAt = scheme >= 0 && (firstOfPath < 0 || scheme < firstOfPath) ? scheme + 3 : from
  const start = searchFrom(url, /[/?;]/g, hostAt)
  const hash = url.indexOf('#', from)
  if (start < 0 || (hash >= 0 && hash < start)) return '/'
  const path = url.slice(start, hash < 0 ? undefined : hash)
  return path.startsWith('/') ? path : `/${path}`
}

/** Bytes beyond ASCII percent-encoded, and the hexadecimal digits of every escape in upper case. */
export function escapePattern(pattern: string): string {
  return pattern
    .replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
    .replace(/[\u0080-\u00FF]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Whether the text is a valid robot name for a user-agent line. */
export function isProductToken(text: string): boolean {
  return /^[A-Za-z_-]+$/.test(text)
}

/** An empty pattern makes no rule. An allowed index page of a directory also allows the directory itself (Google). */
function rulesOf(allow: boolean, value: string): RobotsRule[] {
  if (value === '') return []
  const pattern = escapePattern(value)
  const slash = pattern.lastIndexOf('/')
  const patterns =
    allow && pattern.startsWith('/index.htm', slash)
      ? [pattern, `${pattern.slice(0, slash + 1)}$`]
      : [pattern]
  return patterns.map((text) => {
    const anchored = text.endsWith('$')
    return { allow, pattern: text, parts: (anchored ? text.slice(0, -1) : text).split('*'), anchored }
  })
}

/**
 * The parts between wildcards are searched one after the other, each as early as possible. For globs, that finds a
 * match whenever there is one, and no pattern can make it slow.
 */
function fits({ parts, anchored }: RobotsRule, path: string): boolean {
  const [first = '', ...others] = parts
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [i, part] of others.entries()) {
    if (anchored && i === others.length - 1) return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !anchored || at === path.length
}

function searchFrom(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}
