// A receiver of webhooks: keeps what came and verifies it with the public library of Standard Webhooks.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface ReceivedRequest {
  readonly path: string
  readonly id: string
  readonly timestamp: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Verified with any of the secrets, each by the public library. */
  readonly genuine: boolean
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly requests: ReceivedRequest[]
  /** The secrets of a receiver; a test changes them during a rotation. */
  readonly secrets: string[]
  /** Resolves when so many requests have come. */
  received(count: number): Promise<void>
}

/** `answer` must end the response, or leave it hanging. 200 where absent. */
export type ReceiverAnswer = (request: ReceivedRequest, response: ServerResponse, index: number) => void

export async function startWebhookReceiver(
  answer: ReceiverAnswer = (_request, response) => void response.writeHead(200).end('ok'),
): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = []
  const secrets: string[] = []
  const waiting = new Set<() => void>()
  const server = createServer((incoming, response) => {
    read(incoming, secrets)
      .then((request) => {
        requests.push(request)
        answer(request, response, requests.length - 1)
        for (const check of waiting) check()
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    secrets,
    async received(count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => {
        if (requests.length >= count) resolve()
      }
      waiting.add(check)
      check()
      await promise
      waiting.delete(check)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(incoming: IncomingMessage, secrets: readonly string[]): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString('utf8')
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  )
  return {
    path: incoming.url ?? '',
    id: headers['webhook-id'] ?? '',
    timestamp: Number(headers['webhook-timestamp']),
    headers,
    body,
    genuine: secrets.some((secret) => isGenuine(secret, body, headers)),
  }
}

function isGenuine(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
