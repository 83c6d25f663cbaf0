// One connection to a database server, for what the product itself never does.
import { Client } from 'pg'

export async function onServer<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'test server' })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
