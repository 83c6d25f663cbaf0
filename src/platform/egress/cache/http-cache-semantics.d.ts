// The part of http-cache-semantics that we use; the package has JSDoc but no declarations.
declare module 'http-cache-semantics' {
  interface CacheRequest {
    readonly url: string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
  }
  interface CacheResponse {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
  }
  class CachePolicy {
    constructor(request: CacheRequest, response: CacheResponse)
    static fromObject(stored: object): CachePolicy
    toObject(): object
    storable(): boolean
    /** Milliseconds. */
    timeToLive(): number
    satisfiesWithoutRevalidation(request: CacheRequest): boolean
    status(): number
    responseHeaders(): Record<string, string>
    revalidationHeaders(request: CacheRequest): Record<string, string>
    revalidatedPolicy(
      request: CacheRequest,
      response: CacheResponse,
    ): { readonly policy: CachePolicy; readonly modified: boolean }
  }
  export = CachePolicy
}
