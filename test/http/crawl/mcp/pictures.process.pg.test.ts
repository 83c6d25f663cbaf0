import assert from 'node:assert/strict'
import { test } from 'node:test'
import screenshot from '#extractors/screenshot/index.ts'
import { startBrowserCrawl } from '#test/support/crawl/start-browser-crawl.ts'
import { connectClient, dataOf, problemIn } from '#test/support/mcp/connect-client.ts'

const PAGE =
  '<!doctype html><html lang="en"><title>Forge</title><h1>Forge</h1><p id="note" style="width:200px">Axes by hand, all week.</p>'

test('an assistant sees a page, and reads the file of it by its address', async (t) => {
  const { crawl, site } = await startBrowserCrawl(t, [screenshot], { '/': PAGE })
  const client = await connectClient(t, crawl.url)
  const answer = await client.callTool({
    name: 'screenshot',
    arguments: { url: `${site.origin}/`, selector: '#note' },
  })
  const data = dataOf(answer)
  assert.deepEqual([data['status'], data['title'], data['width']], ['succeeded', 'Forge', 200])
  const picture = answer.content.find(({ type }) => type === 'image')
  assert.ok(picture?.type === 'image' && picture.mimeType === 'image/jpeg')
  const link = answer.content.find(({ type }) => type === 'resource_link')
  assert.ok(link?.type === 'resource_link')
  const { contents } = await client.readResource({ uri: link.uri })
  const [file] = contents
  assert.ok(file !== undefined && 'blob' in file)
  assert.equal(file.blob, picture.data)
  assert.equal(file.mimeType, 'image/jpeg')
  assert.deepEqual([...Buffer.from(file.blob, 'base64').subarray(0, 3)], [0xff, 0xd8, 0xff])

  const missing = problemIn(
    await client.callTool({ name: 'screenshot', arguments: { url: `${site.origin}/`, selector: '#none' } }),
  )
  assert.equal(missing['retryable'], false)
  await assert.rejects(
    async () => client.readResource({ uri: 'surveyor://artifacts/art_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89' }),
    /No artifact has this id/,
  )
})
