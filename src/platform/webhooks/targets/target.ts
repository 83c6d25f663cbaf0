// The address at which a request wants to be notified, checked and in the form in which it is stored.
import type { FieldProblem } from '#contract/problem.ts'
import { invalidInput, SurveyorError } from '#contract/surveyor-error.ts'
import type { WebhookInclude, WebhookRequest } from '#contract/webhook.ts'
import { formatId, parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { headerProblems } from './header-rules.ts'
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { destinationOfUrl, encryptTarget } from './receiver-url.ts'
import { secretBytes } from '#platform/webhooks/secrets/sign.ts'

/**
 * JSON: a column of a job, or a row of webhook_wishes. Without address and `endpointId`, only the kept endpoints are
 * notified.
 */
export interface WebhookTarget {
  /** An address that the request named: base64 of a TargetSecrets, and the destination of its deliveries. */
  readonly address?: { readonly sealed: string; readonly lane: string }
  /** The same, from before URLs were encrypted. */
  readonly url?: string
  readonly sealed?: string
  readonly endpointId?: string
  /** The owner of the subject, when the subject is not a job. */
  readonly owner?: string
  readonly events?: readonly string[]
  readonly metadata?: Readonly<Record<string, string>>
  readonly include?: WebhookInclude
}

/** What checks and encrypts the address of a request. */
export interface TargetDeps {
  readonly db: Queryable
  readonly encryptor: Encryptor
  /** Throws `scheme_not_allowed` or `url_not_allowed` for a URL that no attempt could use. */
  readonly checkUrl: (url: URL) => void
}

/**
 * Throws `validation_failed`, `scheme_not_allowed`, `url_not_allowed`, and `conflict` for a disabled endpoint. Pointers
 * begin with `/webhook`. An endpoint of another owner does not exist for the call; null sees all.
 */
export async function acceptTarget(
  deps: TargetDeps,
  request: WebhookRequest,
  owner: string | null,
): Promise<WebhookTarget> {
  const errors = [...shapeProblems(request), ...(await endpointProblems(deps.db, request.endpointId, owner))]
  if (errors.length > 0) {
    throw invalidInput('The webhook', errors)
  }
  const { url, endpointId, secret, headers, ...rest } = request
  if (url === undefined) return { ...rest, ...(endpointId === undefined ? {} : { endpointId }) }
  const href = checkedUrl(deps, url, '/webhook/url')
  const encrypted = encryptTarget(deps.encryptor, {
    url: href,
    ...(secret === undefined ? {} : { secret }),
    ...(headers === undefined ? {} : { headers }),
  })
  return {
    ...rest,
    address: { sealed: encrypted.toString('base64'), lane: destinationOfUrl(deps.encryptor, href) },
  }
}

/** The URL in its normal form. A refusal points at `pointer`. */
export function checkedUrl(
  { checkUrl }: Pick<TargetDeps, 'checkUrl'>,
  text: string,
  pointer: string,
): string {
  const url = URL.parse(text)
  try {
    if (url === null) throw new SurveyorError('url_not_allowed', 'The URL is not valid.')
    checkUrl(url)
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    const { code, message: detail, cause } = error
    const errors = [{ pointer, code, detail }]
    throw new SurveyorError(code, `No webhook can be sent there. ${detail}`, { cause, errors })
  }
  url.hash = ''
  return url.href
}

function shapeProblems({ url, endpointId, secret, headers }: WebhookRequest): FieldProblem[] {
  const problems: FieldProblem[] = []
  const report = (pointer: string, code: string, detail: string) => problems.push({ pointer, code, detail })
  if ((url === undefined) === (endpointId === undefined)) {
    report('/webhook', 'one_of', 'Needs either `url` or `endpointId`.')
  }
  if (endpointId !== undefined && secret !== undefined)
    report('/webhook/secret', 'not_allowed', 'An endpoint has a secret of its own.')
  if (endpointId !== undefined && headers !== undefined)
    report('/webhook/headers', 'not_allowed', 'An endpoint has headers of its own.')
  if (secret !== undefined && secretBytes(secret) === null) report('/webhook/secret', 'pattern', NO_SECRET)
  return [...problems, ...headerProblems(headers ?? {}, '/webhook/headers')]
}

/** The detail for a secret of another form. */
export const NO_SECRET = 'Must be `whsec_` and the base64 of 24 to 64 bytes.'

async function endpointProblems(
  db: Queryable,
  endpointId: string | undefined,
  owner: string | null,
): Promise<FieldProblem[]> {
  if (endpointId === undefined) return []
  const id = parseId('whe', endpointId)
  const [endpoint] =
    id === null
      ? []
      : await db.query<{ status: string }>(sql`
          select status from webhook_endpoints
          where id = ${id} and (${owner}::text is null or owner is null or owner = ${owner})`)
  if (id === null || endpoint === undefined) {
    return [{ pointer: '/webhook/endpointId', code: 'unknown', detail: 'No endpoint has this id.' }]
  }
  if (endpoint.status === 'disabled') {
    throw new SurveyorError('conflict', `The endpoint ${formatId('whe', id)} is disabled.`)
  }
  return []
}
