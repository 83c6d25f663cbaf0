// Which exclusion applies to a page or a value: a look-up in memory, in time linear in the length of the value.
import { matchesRule } from '#kit/text/match-rule.ts'
import { anchorTemplate, pathTemplate } from '#kit/url/path-template.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'

/** As `EXCLUSION_KINDS`, `EXCLUSION_SCOPES` and `EXCLUSION_MATCHES` of the contract. */
export type ExclusionKind =
  | 'domain'
  | 'host'
  | 'path'
  | 'template'
  | 'email'
  | 'emailDomain'
  | 'phone'
  | 'anchor'
export type ExclusionScope = 'fetch' | 'output' | 'learn' | 'all'

/** An exclusion as far as matching needs it. */
export interface ExclusionRule {
  readonly kind: ExclusionKind
  readonly value: string
  readonly match: 'exact' | 'suffix' | 'glob'
  readonly scope: ExclusionScope
  readonly expiresAt: Date | null
}

/** `scope` is the narrow one that is asked for; a rule for `all` applies to each. */
export interface ExclusionSet<Rule extends ExclusionRule = ExclusionRule> {
  readonly rules: readonly Rule[]
  find(kind: ExclusionKind, value: string, scope: ExclusionScope): Rule | null
  /** By domain, host, path or template. */
  findPage(url: string, scope: ExclusionScope): Rule | null
  /** By address, or by its domain. */
  findEmail(email: string, scope: ExclusionScope): Rule | null
}

/** The form in which values of a kind are compared; null for a value that could never match. */
export function normalValue(kind: ExclusionKind, value: string): string | null {
  const text = value.trim()
  if (text === '') return null
  switch (kind) {
    case 'domain':
    case 'host':
      return siteName(kind, text.toLowerCase().replace(/^https?:\/\//, ''))
    case 'emailDomain':
      return text.toLowerCase().replace(/^@/, '')
    case 'email':
      return text.toLowerCase()
    case 'phone':
      return text.replace(/(?!^\+)[^\d*]/g, '') || null
    case 'template':
      return text.includes('*') ? text : pathTemplate(`http://x${text.startsWith('/') ? '' : '/'}${text}`)
    case 'anchor':
      return text.includes('*') ? text.toLowerCase() : anchorTemplate(text)
    case 'path':
      return text.replace(/^https?:\/\//i, '')
  }
}

/** As the addresses of pages have it. Null for a path, and for a host where a registrable domain is meant. */
function siteName(kind: 'domain' | 'host', text: string): string | null {
  if (text.includes('*')) return text
  const url = URL.parse(`http://${text}`)
  if (url === null || url.username !== '' || url.pathname !== '/' || url.search !== '') return null
  return kind === 'domain' && registrableDomain(url.href) !== url.host ? null : url.host
}

/** Names with labels: a suffix of them begins at a dot. */
const NAMES: ReadonlySet<ExclusionKind> = new Set(['domain', 'host', 'emailDomain'])

const fits = ({ kind, match, value: rule }: ExclusionRule, value: string): boolean =>
  matchesRule(match === 'suffix' && NAMES.has(kind) ? 'nameSuffix' : match, rule, value)

export function createExclusionSet<Rule extends ExclusionRule>(
  rules: readonly Rule[],
  now = Date.now,
): ExclusionSet<Rule> {
  const exact = new Map<string, Rule[]>()
  const open = new Map<ExclusionKind, Rule[]>()
  for (const rule of rules) {
    if (rule.match === 'exact') {
      const key = `${rule.kind} ${rule.value}`
      exact.set(key, [...(exact.get(key) ?? []), rule])
    } else open.set(rule.kind, [...(open.get(rule.kind) ?? []), rule])
  }
  const find: ExclusionSet<Rule>['find'] = (kind, value, scope) => {
    if (rules.length === 0) return null
    const applies = (rule: Rule): boolean =>
      (rule.scope === 'all' || rule.scope === scope) &&
      (rule.expiresAt === null || rule.expiresAt.getTime() > now())
    return (
      exact.get(`${kind} ${value}`)?.find(applies) ??
      open.get(kind)?.find((rule) => applies(rule) && fits(rule, value)) ??
      null
    )
  }
  return {
    rules,
    find,
    findPage(url, scope) {
      if (rules.length === 0) return null
      const parsed = URL.parse(url)
      const domain = registrableDomain(url)
      if (parsed === null || domain === null) return null
      const { host, hostname, pathname } = parsed
      const template = pathTemplate(url)
      return (
        find('domain', domain, scope) ??
        find('host', host, scope) ??
        (hostname === host ? null : find('host', hostname, scope)) ??
        find('path', host + pathname, scope) ??
        find('path', pathname, scope) ??
        (template === null ? null : find('template', template, scope))
      )
    },
    findEmail(email, scope) {
      const value = email.trim().toLowerCase()
      const domain = value.slice(value.lastIndexOf('@') + 1)
      return find('email', value, scope) ?? find('emailDomain', domain, scope)
    },
  }
}
