// The error of a proxy that could not be used, with what its lease is to be released with.
import { SurveyorError } from '#contract/surveyor-error.ts'

/** What a failure says of the proxy. `timeout`: it did not reach the target, whose fault that may be. */
export type ProxyFault = 'connect_error' | 'auth_error' | 'timeout'

/** `proxy_failed`, retryable: another proxy may do. Its message shows no address. */
export class ProxyFailure extends SurveyorError {
  readonly fault: ProxyFault

  constructor(fault: ProxyFault, detail: string, cause?: unknown) {
    super('proxy_failed', detail, cause === undefined ? {} : { cause })
    this.fault = fault
  }
}
