// The option `proxy` of a request: whether it goes through a proxy of the pool, and through which.
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { ProxyWanted } from '#contract/crawl/learned/proxy.ts'
import { Words } from '#contract/schema.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** Naming any of the other fields means `pool`. */
export const ProxyOption = Type.Object(
  {
    mode: Type.Optional(
      Words(['auto', 'none', 'pool'], {
        default: 'auto',
        description:
          '`auto`: through a proxy where the domain is known to need one and the pool has such; else without. `none`: never. ' +
          '`pool`: always; without one that fits the request fails with `no_proxy_available`.',
      }),
    ),
    ...ProxyWanted,
  },
  {
    additionalProperties: false,
    description: 'A proxy of the pool. With `group`, `country`, `kind` or `sessionKey` the mode is `pool`.',
  },
)
type ProxyOption = Static<typeof ProxyOption>

const shape = Compile(ProxyOption)

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
