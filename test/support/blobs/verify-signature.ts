// Checks AWS Signature Version 4 as a store does (docs.aws.amazon.com, "Authenticating Requests: Authorization Header").
import { createHash, createHmac } from 'node:crypto'
import type { S3Credentials } from '#platform/blobs/s3/s3-client.ts'

export interface SignedRequest {
  readonly method: string
  /** Path and query as they came. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

const SHAPE =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([a-z0-9-]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

export function isSigned(request: SignedRequest, { accessKeyId, secretAccessKey }: S3Credentials): boolean {
  const { headers } = request
  const [, key, day = '', region = '', names = '', signature] =
    SHAPE.exec(String(headers['authorization'])) ?? []
  const date = String(headers['x-amz-date'])
  if (key !== accessKeyId || !date.startsWith(day) || !names.split(';').includes('host')) return false
  const [path = '', query = ''] = request.url.split('?', 2)
  const canonical = [
    request.method,
    path,
    query.split('&').toSorted().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const toSign = [
    'AWS4-HMAC-SHA256',
    date,
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${secretAccessKey}`,
  )
  return hmac(signingKey, toSign).toString('hex') === signature
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
