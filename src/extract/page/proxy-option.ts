// The option `proxy` of a request: whether it goes through a proxy of the pool, and through which.
import { lazyShape } from '#contract/lazy-shape.ts'
import { ProxyOption } from '#contract/crawl/learned/proxy.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

const shape = lazyShape(ProxyOption)

/** The option in the input of a job, with its mode; an input without one is `auto`. */
export function readProxyOption(
  input: unknown,
): ProxyOption & { readonly mode: NonNullable<ProxyOption['mode']> } {
  const { proxy } = fieldsOf(input)
  if (!shape.Check(proxy)) return { mode: 'auto' }
  const names = proxy.group ?? proxy.country ?? proxy.kind ?? proxy.sessionKey
  return {
    ...proxy,
    mode: proxy.mode === 'none' ? 'none' : names === undefined ? (proxy.mode ?? 'auto') : 'pool',
  }
}
