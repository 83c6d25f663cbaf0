// An assistant's client, connected to a service: the official one, in the protocol of today or of the year before.
import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export type McpEra = 'modern' | 'legacy'

export async function connectClient(
  t: TestContext,
  url: string,
  { era = 'modern', key = null }: { readonly era?: McpEra; readonly key?: string | null } = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' } },
  )
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  t.after(async () => client.close())
  return client
}

/** The structured content of an answer, which its text repeats. */
export function dataOf(answer: Awaited<ReturnType<Client['callTool']>>): Record<string, unknown> {
  const [first] = answer.content
  if (answer.isError === true)
    throw new Error(first?.type === 'text' ? first.text : 'an error without a text')
  return { ...Object(answer.structuredContent) }
}

/** The problem that a refused call names. */
export function problemIn(answer: Awaited<ReturnType<Client['callTool']>>): Record<string, unknown> {
  const [first] = answer.content
  if (answer.isError !== true || first?.type !== 'text') throw new Error('the call was not refused')
  return JSON.parse(first.text) as Record<string, unknown>
}
