// Reads the answer of a proxy during a handshake, before the connection belongs to the target.
import type { Socket } from 'node:net'
import { ProxyFailure } from './proxy-failure.ts'

/**
 * The first `lengthOf(bytes)` bytes, once there are as many; null asks for more. Nothing follows an answer before we speak
 * again, so a proxy that sends more, or more than `maxBytes`, speaks another protocol. Rejects with ProxyFailure.
 */
export function readAnswer(
  socket: Socket,
  lengthOf: (bytes: Buffer) => number | null,
  maxBytes: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const done = (): void => {
      socket.off('data', onData)
      socket.off('close', onClose)
    }
    const fail = (detail: string): void => {
      done()
      socket.destroy()
      reject(new ProxyFailure('connect_error', detail))
    }
    const onClose = (): void => fail('The proxy closed the connection.')
    const onData = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk])
      const length = lengthOf(bytes)
      if (length === null ? bytes.length > maxBytes : bytes.length > length)
        return fail('The proxy does not speak its protocol.')
      if (length === null || bytes.length < length) return
      done()
      resolve(bytes)
    }
    if (socket.destroyed) return onClose()
    socket.on('data', onData)
    socket.once('close', onClose)
  })
}
