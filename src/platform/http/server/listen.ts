// Binds a server to an address and answers where it can be reached.
import type { App } from '#platform/http/routing/app.ts'

/** `port` 0 takes a free port. The answer is the real address, with loopback in place of a wildcard. */
export async function listen(
  app: App,
  address: { readonly host: string; readonly port: number },
): Promise<{ url: string }> {
  await app.listen({ host: address.host, port: address.port })
  const bound = app.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server is not bound to an address')
  const { address: host, family, port } = bound
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return { url: `http://${family === 'IPv6' ? `[${reachable}]` : reachable}:${port}` }
}
