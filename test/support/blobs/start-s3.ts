// An S3-compatible store on this machine, with one bucket called `files`: s3rver, behind a front that checks what
// s3rver does not, the signature of each request and the hash of each body.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import type { S3Credentials } from '#platform/blobs/s3/s3-client.ts'
import { isSigned } from './verify-signature.ts'

export const S3_CREDENTIALS: S3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export interface LocalS3 extends AsyncDisposable {
  readonly origin: string
  /** The setting for a store of its own below `prefix`. */
  address(prefix: string): string
}

export async function startS3(): Promise<LocalS3> {
  const directory = await mkdtemp(join(tmpdir(), 'surveyor-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  })
  const { port } = await server.run()
  const front = createServer((request, response) => {
    pass(request, response, port).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  return {
    origin,
    address: (prefix) => `s3://files/${prefix}?endpoint=${origin}`,
    async [Symbol.asyncDispose]() {
      front.closeAllConnections()
      front.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function pass(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const body = await buffer(request)
  if (!isSigned({ method, url, headers }, S3_CREDENTIALS)) {
    return refuse(response, 403, 'SignatureDoesNotMatch')
  }
  if (createHash('sha256').update(body).digest('hex') !== headers['x-amz-content-sha256']) {
    return refuse(response, 400, 'XAmzContentSHA256Mismatch')
  }
  const onward = forward({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  onward.end(body)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}
