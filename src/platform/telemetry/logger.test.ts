// The content of the log: one JSON object a line, without secrets, without terminal control characters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeKey } from '#platform/keys/key-format.ts'
import { anyText } from '#test/support/any-text.ts'
import { createLogger, scrubSecrets, type LogLevel } from './logger.ts'

function logger(level: LogLevel = 'info') {
  const lines: string[] = []
  const log = createLogger({ name: 'test', level, stream: { write: (line) => void lines.push(line) } })
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('a line says when, how serious, who and what', () => {
  const { log, parsed } = logger()
  log.info({ jobId: 'job_1' }, 'a job ended')
  log.debug('not shown')
  const [line] = parsed()
  assert.equal(parsed().length, 1)
  assert.deepEqual(
    [line?.['level'], line?.['service'], line?.['msg'], line?.['jobId']],
    ['info', 'test', 'a job ended', 'job_1'],
  )
  assert.match(String(line?.['time']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('credentials are taken out, by the name of their field and by their look', () => {
  const { log, lines } = logger()
  const key = makeKey('live')
  const secrets = [
    key,
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    'hunter2secret',
    'eyJhbGciOiJIUzI1NiJ9.e30.abc',
  ]
  log.info({ password: 'hunter2secret', headers: { authorization: `Bearer ${key}` } }, 'fields')
  log.warn({ err: new Error(`no connection to postgres://app:hunter2secret@db/main with ${key}`) }, 'errors')
  log.error({ note: `Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc` }, `text ${secrets[1]}`)
  log.error({ url: 'https://:hunter2secret@proxy.example:8080/' }, 'a URL without a user')
  for (const secret of secrets)
    assert.doesNotMatch(lines.join(''), new RegExp(secret.replace(/[+.]/g, '\\$&')))
  assert.match(lines.join(''), /postgres:\/\/\[redacted\]@db\/main/)
  assert.equal(scrubSecrets('https://example.com/a:b?at=c@d'), 'https://example.com/a:b?at=c@d')
})

test('any text is one line of valid JSON without control characters', () => {
  const hostile = fc.oneof(
    anyText(),
    fc.constantFrom('\r\n{"level":"fatal"}', '\u001b[2J', '\u009b31m', '\u202eevil', '\u2028', '\u0000'),
  )
  fc.assert(
    fc.property(hostile, hostile, (message, value) => {
      const { log, lines, parsed } = logger()
      log.info({ value, err: new Error(message) }, message)
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', /^[^\n]*\n$/)
      assert.doesNotMatch((lines[0] ?? '').trimEnd(), /[\p{Cc}\u202e\u2028]/u)
      if (message.isWellFormed()) assert.equal(parsed()[0]?.['msg'], scrubSecrets(message))
    }),
  )
})

test('a long text is cut and says so', () => {
  const { log, lines, parsed } = logger()
  log.info({ body: 'x'.repeat(100_000), err: new Error('y'.repeat(100_000)) }, 'z')
  assert.ok((lines[0] ?? '').length < 10_000)
  assert.match(String(parsed()[0]?.['body']), /^x{2000}… \(100000 characters\)$/)
})
