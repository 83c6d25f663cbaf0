// What exclusions do to jobs: a page that is excluded is not asked for, and values that are excluded are left out.
import { reportOf, SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import type { ClaimStep, CompleteStep, EnqueueStep } from '#platform/jobs/job-engine.ts'
import type { StoredRule } from './exclusion-store.ts'
import type { Exclusions } from './exclusions.ts'

/** For the steps of jobs, at the points of their names. */
export interface ExcludeSteps {
  /** Refuses a single job. One of a batch is accepted, and ends by `failExcluded`. */
  readonly refuseExcluded: EnqueueStep
  /** Before a worker has it: also for jobs that were accepted before the exclusion. */
  readonly failExcluded: ClaimStep
  readonly suppressExcluded: CompleteStep
}

/** Deeper values are of no extractor that answers contacts. */
const MAX_DEPTH = 12

export function excludeSteps(exclusions: Pick<Exclusions, 'set' | 'page' | 'email' | 'value'>): ExcludeSteps {
  const ruleOf = (input: unknown): StoredRule | null => {
    const { url } = fieldsOf(input)
    return typeof url === 'string' ? exclusions.page(url, 'fetch') : null
  }
  const isExcluded = (name: string, value: unknown): boolean => {
    if (typeof value !== 'string' || value === '') return false
    if (EMAIL_NAMES.has(name) && value.includes('@')) return exclusions.email(value) !== null
    if (PHONE_NAMES.has(name) && /^\+?[\d\s().-]{4,40}$/.test(value))
      return exclusions.value('phone', value.replace(/(?!^\+)\D/g, ''), 'output') !== null
    return false
  }

  return {
    refuseExcluded: {
      async admit(specs) {
        const rule = specs.length === 1 ? ruleOf(specs[0]?.input) : null
        if (rule !== null) throw excluded(rule)
      },
    },
    failExcluded(claimed) {
      const rule = ruleOf(claimed.job.input)
      return rule === null ? claimed : excluded(rule)
    },
    async suppressExcluded(reports) {
      if (exclusions.set().rules.length === 0) return reports
      return reports.map((report) => {
        const result = fieldsOf(report.result)
        const { finalUrl } = fieldsOf(result['response'])
        const rule = typeof finalUrl === 'string' ? exclusions.page(finalUrl, 'output') : null
        if (rule !== null) {
          const { jobId, leaseToken } = report
          return { jobId, leaseToken, error: reportOf(excluded(rule)) }
        }
        const data = without(result['data'], isExcluded, 0)
        return data === result['data'] ? report : { ...report, result: { ...result, data } }
      })
    },
  }
}

const EMAIL_NAMES: ReadonlySet<string> = new Set(['email', 'emails', 'value'])
const PHONE_NAMES: ReadonlySet<string> = new Set(['phone', 'phones', 'e164', 'fax'])
const IDENTITY: readonly string[] = ['value', 'e164']

const excluded = ({ reason }: StoredRule): SurveyorError =>
  new SurveyorError('url_not_allowed', `The page is excluded (${reason}).`)

/**
 * The data without excluded values: entries of a list go with theirs, other fields become null. The very same object
 * where nothing is excluded.
 */
function without(
  value: unknown,
  isExcluded: (name: string, value: unknown) => boolean,
  depth: number,
  name = '',
): unknown {
  if (!isRecord(value) || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) {
    const kept = value
      .filter(
        (item) =>
          !isExcluded(name, item) && !IDENTITY.some((field) => isExcluded(field, fieldsOf(item)[field])),
      )
      .map((item) => without(item, isExcluded, depth + 1, name))
    return kept.length === value.length && kept.every((item, at) => item === value[at]) ? value : kept
  }
  let changed: Record<string, unknown> | null = null
  for (const [field, each] of Object.entries(value)) {
    const kept = isExcluded(field, each) ? null : without(each, isExcluded, depth + 1, field)
    if (kept === each) continue
    changed ??= { ...value }
    changed[field] = kept
  }
  return changed ?? value
}
