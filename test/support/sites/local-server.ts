// A web site on loopback for one test, and an egress that may reach it.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createEgress, type Egress, type EgressSettings } from '#platform/egress/egress.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'

export interface LocalServer {
  readonly port: number
  /** `http://127.0.0.1:port` */
  readonly origin: string
  /** Path and query of every request, in order of arrival. */
  readonly asked: string[]
  readonly server: Server
}

/** Ends with the test. */
export async function startServer(t: TestContext, respond: RequestListener): Promise<LocalServer> {
  const asked: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    asked.push(request.url ?? '')
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${port}`, asked, server }
}

/** An egress without delays that may reach loopback; ends with the test. */
export function openEgress(t: TestContext, settings: Partial<EgressSettings> = {}): Egress {
  const egress = createEgress({
    settings: {
      allow: ['127.0.0.0/8'],
      hosts: [],
      contact: null,
      hostDelayMs: 0,
      hostConcurrency: 8,
      productVersion: '0.0.0',
      ...settings,
    },
    log: silentLogger,
  })
  t.after(() => egress[Symbol.asyncDispose]())
  return egress
}
