import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curlOf } from './curl.ts'

test('quotes of a body cannot leave the quotes of the shell', () => {
  const command = curlOf({
    method: 'POST',
    url: 'http://127.0.0.1:4312/api/v1/markdown/extract',
    body: { html: "it's $(date) `x`" },
    needsKey: false,
  })
  assert.equal(
    command,
    [
      `curl -s -X POST 'http://127.0.0.1:4312/api/v1/markdown/extract' \\`,
      `  -H 'content-type: application/json' \\`,
      `  -d '{"html":"it'\\''s $(date) \`x\`"}'`,
    ].join('\n'),
  )
})

test('a key is named, never written', () => {
  const command = curlOf({ method: 'GET', url: 'http://h/api/jobs', needsKey: true })
  assert.equal(command, `curl -s 'http://h/api/jobs' \\\n  -H "authorization: Bearer $SURVEYOR_KEY"`)
})
