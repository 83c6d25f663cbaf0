import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommandLine, UsageError } from '#bin/cli/command-line.ts'
import { COMMANDS } from '#bin/commands.ts'
import { mapRequest, siteRequest } from './site-request.ts'

function lineOf(name: string, args: readonly string[]) {
  const command = COMMANDS[name]
  assert.ok(command !== undefined)
  return parseCommandLine(args, command)
}

const EXTRACTORS = [{ extractor: 'markdown', options: { formats: ['markdown'] } }]

test('the options become the request that they mean', () => {
  const args = [
    'example.org/docs/',
    '--include',
    '/a/*',
    '--include',
    '/b/*',
    '--max-pages',
    '20',
    '--ignore-query',
  ]
  assert.deepEqual(siteRequest(lineOf('site', [...args, '--scope', 'path', '--delay-ms', '500'])), {
    urls: ['https://example.org/docs/'],
    extractors: EXTRACTORS,
    include: ['/a/*', '/b/*'],
    scope: 'path',
    ignoreQuery: true,
    maxPages: 20,
    delayMs: 500,
  })
  assert.deepEqual(siteRequest(lineOf('site', ['http://example.org'])), {
    urls: ['http://example.org/'],
    extractors: EXTRACTORS,
  })
  assert.deepEqual(mapRequest(lineOf('map', ['example.org', '--search', 'sharp axes', '--limit', '7'])), {
    url: 'https://example.org/',
    limit: 7,
    search: 'sharp axes',
  })
})

test('what cannot be meant is refused, with what can', () => {
  for (const [args, words] of [
    [[], /needs an address: surveyor site https:/],
    [['ftp://example.org/'], /"ftp:\/\/example\.org\/" is no address of a website/],
    [['http://['], /is no address/],
    [['example.org', 'example.com'], /"example\.com" is one word too many/],
    [['example.org', '--max-pages', 'many'], /--max-pages takes a whole number, not "many"/],
    [['example.org', '--scope', 'page'], /--scope takes path, host, domain, not "page"/],
  ] as const)
    assert.throws(
      () => siteRequest(lineOf('site', args)),
      (error) => error instanceof UsageError && words.test(error.message),
    )
})
