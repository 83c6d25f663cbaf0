// Resolves a name and checks each of its addresses, as the guard wants it before anything is dialled.
import { errorCode } from '#kit/unknown-values.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Guard } from './guard.ts'
import { operatorDetail } from './refusal-words.ts'
import type { ResolveName } from './resolve-name.ts'

/** The addresses of a name that may all be dialled. Throws `target_dns_error`. */
export type CheckAddresses = (hostname: string, port: number) => Promise<string[]>

/** One address that may not be dialled refuses the whole name, because DNS rebinding begins with mixed answers. */
export function createCheckAddresses(deps: {
  readonly guard: Guard
  readonly resolveName: ResolveName
}): CheckAddresses {
  const { guard, resolveName } = deps
  return async (hostname, port) => {
    let addresses: string[]
    try {
      addresses = await resolveName(hostname)
    } catch (cause) {
      throw noPublicAddress(cause)
    }
    for (const address of addresses) {
      const reason = guard.refusal(address, port)
      if (reason !== null)
        throw noPublicAddress(guard.refuse(reason, hostname), operatorDetail(reason, hostname, address))
    }
    if (addresses.length === 0) throw noPublicAddress(null)
    return addresses
  }
}

/**
 * The same message for an unknown name and for a name with private addresses: only an operator may learn the names of an
 * internal network.
 */
export function noPublicAddress(cause: unknown, forOperator?: string): SurveyorError {
  return new SurveyorError(
    'target_dns_error',
    'The name of the target does not resolve to a public address.',
    // Name servers that did not answer may do so later.
    {
      cause,
      retryable: isLookupFailure(cause),
      ...(forOperator === undefined ? {} : { operatorDetail: forOperator }),
    },
  )
}

/** False when the name servers answered: with no such name (NXDOMAIN), no address, or a refusal. */
function isLookupFailure(error: unknown): boolean {
  return error !== null && !(error instanceof SurveyorError) && errorCode(error) !== 'ENOTFOUND'
}
