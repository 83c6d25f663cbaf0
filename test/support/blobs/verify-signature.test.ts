import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSigned } from './verify-signature.ts'

/** The example "GET Object" of the AWS documentation, with its credentials and signature. */
const CREDENTIALS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const EXAMPLE = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
}

test('the example of the documentation is signed, and no other request is', () => {
  assert.equal(isSigned(EXAMPLE, CREDENTIALS), true)
  assert.equal(isSigned({ ...EXAMPLE, url: '/other.txt' }, CREDENTIALS), false)
  assert.equal(isSigned({ ...EXAMPLE, method: 'PUT' }, CREDENTIALS), false)
  assert.equal(isSigned(EXAMPLE, { ...CREDENTIALS, secretAccessKey: 'other' }), false)
  assert.equal(isSigned({ ...EXAMPLE, headers: { host: 'x' } }, CREDENTIALS), false)
})
