// Forms on a real socket: whole, in pieces, cut off, mistaken, too large.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import type { Problem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { listenOnLoopback, testServer } from '#test/support/http/test-app.ts'
import { readForm, type FormRules } from './form-body.ts'

interface Read {
  readonly texts: Readonly<Record<string, readonly string[]>>
  readonly files: readonly {
    readonly filename: string
    readonly type: string
    readonly text: string
  }[]
}

type Reply = Read & Partial<Problem>

/** A server that answers what it read; `open.files` counts those that are being read. */
async function serve(t: TestContext, rules: Partial<FormRules<Read['files'][number]>> = {}) {
  const app = await testServer(t)
  const open = { files: 0 }
  const schema = { type: 'object' }
  app.post(
    '/forms',
    {
      schema: { summary: 'Take a form', body: Type.Unknown() },
      config: {
        group: 'things',
        scope: 'search',
        form: {
          schema,
          async read(request) {
            const body = await readForm(request, {
              maxBytes: 100_000,
              maxTextBytes: 1_000,
              maxFiles: 3,
              async keep({ filename, mediaType, content }) {
                open.files += 1
                try {
                  const chunks = await Array.fromAsync(content)
                  return { filename, type: mediaType, text: Buffer.concat(chunks).toString() }
                } finally {
                  open.files -= 1
                }
              },
              ...rules,
            })
            return { body, identity: '' }
          },
        },
      },
    },
    (request) => request.body,
  )
  app.post(
    '/json',
    { schema: { summary: 'Take JSON' }, config: { group: 'things', scope: 'search' } },
    () => ({}),
  )
  const url = await listenOnLoopback(app)
  const send = async (body: string | Buffer | FormData, type?: string): Promise<[number, Reply]> => {
    const response = await fetch(new URL('/forms', url), {
      method: 'POST',
      body,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    })
    return [response.status, (await response.json()) as Reply]
  }
  const sendRaw = async (body: string, boundary = 'b'): Promise<[number, Reply]> =>
    send(body, `multipart/form-data; boundary=${boundary}`)
  return { url, open, send, sendRaw }
}

const part = (disposition: string, content: string, ...headers: string[]): string =>
  ['--b', `Content-Disposition: ${disposition}`, ...headers, '', content, ''].join('\r\n')
const file = (content: string, name = 'a.txt'): string =>
  part(`form-data; name="file"; filename="${name}"`, content, 'Content-Type: text/csv')
const END = '--b--\r\n'

test('files and texts come as they were sent, in their order', async (t) => {
  const { send } = await serve(t)
  const form = new FormData()
  form.append('to', 'md')
  form.append('file', new File(['one\r\n--x\r\n'], 'Übersicht 1.csv', { type: 'text/csv' }))
  form.append('to', 'jsön')
  form.append('file', new File([Buffer.alloc(60_000, 'z')], '../../etc/passwd'))
  const [status, { texts, files }] = await send(form)
  assert.equal(status, 200)
  assert.deepEqual({ ...texts }, { to: ['md', 'jsön'] })
  assert.deepEqual(
    files.map(({ filename, type, text }) => [filename, type, text.length]),
    [
      ['Übersicht 1.csv', 'text/csv', 10],
      ['passwd', 'application/octet-stream', 60_000],
    ],
  )
  assert.equal(files[0]?.text, 'one\r\n--x\r\n')
})

test('a form in pieces of any size is the same form', async (t) => {
  const { url } = await serve(t)
  const body = `preamble\r\n${file('one\r\n--a\r\n--\r')}${part('form-data; name=to', 'md')}${END}epilogue`
  for (const size of [1, 2, 3, 7, 50]) {
    const socket = connect(Number(url.port), url.hostname)
    await once(socket, 'connect')
    socket.setNoDelay(true)
    socket.write(
      'POST /forms HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' +
        `Content-Type: multipart/form-data; boundary="b"\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    for (let at = 0; at < body.length; at += size) {
      socket.write(body.slice(at, at + size))
      await new Promise((resolve) => setImmediate(resolve))
    }
    const answer = Buffer.concat((await socket.toArray()) as Buffer[]).toString()
    assert.match(answer, /^HTTP\/1.1 200/, `${size}`)
    assert.match(answer, /"text":"one\\r\\n--a\\r\\n--\\r"/, `${size}`)
  }
})

test('a form that is cut off anywhere is refused, and no file stays open', async (t) => {
  const { sendRaw, open } = await serve(t)
  const whole = `${file('content of the file')}${part('form-data; name=to', 'md')}--b--`
  assert.equal((await sendRaw(whole))[0], 200)
  for (let length = 0; length < whole.length; length += 2) {
    const [status, { code }] = await sendRaw(whole.slice(0, length))
    assert.deepEqual([status, code], [400, 'invalid_request'], JSON.stringify(whole.slice(0, length)))
  }
  assert.equal(open.files, 0)
})

test('a connection that breaks off ends the file', async (t) => {
  const { url, open } = await serve(t)
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    'POST /forms HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
      `Content-Length: 90000\r\n\r\n${file('x'.repeat(5_000)).slice(0, -2)}`,
  )
  while (open.files === 0) await new Promise((resolve) => setImmediate(resolve))
  socket.destroy()
  while (open.files > 0) await new Promise((resolve) => setImmediate(resolve))
})

test('what is wrong with a form is said with its field', async (t) => {
  const { send, sendRaw, open } = await serve(t)
  const refused = async (body: string) => {
    const [status, { code, errors = [] }] = await sendRaw(body + END)
    return [status, code, ...errors.map((error) => `${error.pointer} ${error.code}`)]
  }
  const invalid = (problem: string) => [422, 'validation_failed', problem]
  assert.deepEqual(await refused(file('')), invalid('/file empty_file'))
  assert.deepEqual(await refused(file('', '')), invalid('/file empty_file'), 'no file was chosen')
  assert.deepEqual(await refused(part('form-data; name=file', 'a.txt')), invalid('/file not_a_file'))
  const other = part('form-data; name="my/doc"; filename=a', 'x')
  assert.deepEqual(await refused(other), invalid('/my~1doc unknown_key'))
  assert.deepEqual(await refused(part('form-data; filename=a', 'x')), invalid('/ unknown_key'))
  assert.deepEqual(await refused(file('x').repeat(4)), invalid('/file too_many'))
  const [status, { texts, files }] = await sendRaw(END)
  assert.deepEqual([status, { ...texts }, files], [200, {}, []], 'the route decides whether that is enough')

  const wrong = await sendRaw(file('x') + END, 'another')
  assert.deepEqual([wrong[0], wrong[1].code], [400, 'invalid_request'])
  for (const type of ['multipart/form-data', 'multipart/form-data; charset=utf-8']) {
    const [code, problem] = await send(file('x') + END, type)
    assert.deepEqual([code, problem.code], [400, 'invalid_request'], type)
    assert.match(problem.detail ?? '', /boundary/)
  }
  assert.equal(open.files, 0)
})

test('bounds are those of the whole, of the texts and of their number', async (t) => {
  const { url, sendRaw, open } = await serve(t)
  const tooLarge = async (body: string) => {
    const [status, { code }] = await sendRaw(body + END)
    assert.deepEqual([status, code], [413, 'body_too_large'])
  }
  await tooLarge(file('x'.repeat(100_000)))
  await tooLarge(part('form-data; name=to', 'x'.repeat(1_001)))
  await tooLarge(part('form-data; name=to', 'ö'.repeat(300)).repeat(2))
  await tooLarge(part('form-data; name=to', 'x').repeat(201))
  const form = new FormData()
  form.append('file', new Blob([Buffer.alloc(200_000)]), 'a')
  const type = new Response(form).headers.get('content-type') ?? ''
  const streamed = await fetch(new URL('/forms', url), {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Response(form).body,
    duplex: 'half',
  })
  assert.equal(streamed.status, 413, 'without a length that says so before')
  assert.equal(open.files, 0)
})

test('a file that cannot be kept ends the form at once, with its own error', async (t) => {
  const { sendRaw } = await serve(t, {
    keep: async () => {
      throw new SurveyorError('storage_unavailable', 'Full.')
    },
  })
  const [status, { code }] = await sendRaw(file('x'.repeat(90_000)) + END)
  assert.deepEqual([status, code], [503, 'storage_unavailable'])
})

test('only a route that says so takes forms, and no page of another site sends one', async (t) => {
  const { url } = await serve(t)
  const post = async (path: string, headers: Record<string, string> = {}) => {
    const form = new FormData()
    form.append('file', new Blob(['x']), 'a')
    return (await fetch(new URL(path, url), { method: 'POST', body: form, headers })).status
  }
  assert.equal(await post('/json'), 415)
  assert.equal(await post('/forms'), 200)
  assert.equal(await post('/forms', { origin: 'https://elsewhere.example' }), 403)
  assert.equal(await post('/forms', { 'content-encoding': 'gzip' }), 415)
})
