import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseS3Location } from './s3-location.ts'

test('an address says where requests go and under which keys blobs lie', () => {
  assert.deepEqual(
    parseS3Location('s3://files/crawl/v1?endpoint=http://127.0.0.1:9000&region=eu-central-1'),
    {
      origin: 'http://127.0.0.1:9000',
      region: 'eu-central-1',
      bucketPath: '/files',
      prefix: 'crawl/v1/',
    },
  )
  assert.deepEqual(parseS3Location('s3://my.files'), {
    origin: 'https://my.files.s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    bucketPath: '',
    prefix: '',
  })
  assert.deepEqual(parseS3Location('s3://files/?endpoint=https://s3.example.net/&addressing=virtual'), {
    origin: 'https://files.s3.example.net',
    region: 'us-east-1',
    bucketPath: '',
    prefix: '',
  })
  assert.equal(
    parseS3Location('s3://files?region=eu-west-3&addressing=path').origin,
    'https://s3.eu-west-3.amazonaws.com',
  )
})

test('what cannot be meant is refused, and no key is repeated in the error', () => {
  for (const text of [
    'files',
    'https://files.example',
    's3://',
    's3://F',
    's3://key:hidden@files',
    's3://files/a b',
    's3://files/a%2Fb',
    's3://files/ü',
    's3://files?endpoint=ftp://x',
    's3://files?endpoint=http://x/path',
    's3://files?endpoint=x',
    's3://files?region=EU west',
    's3://files?addressing=other',
    's3://files?acces_key=hidden',
  ]) {
    assert.throws(
      () => parseS3Location(text),
      (error: Error) =>
        error.message.startsWith('The address of the blob store') && !error.message.includes('hidden'),
      text,
    )
  }
})
