// A message to and from an isolated parser: a description as JSON, then bytes that are not JSON or too large for it.

export interface Message<T> {
  readonly head: T
  readonly bytes: Uint8Array
}

export function packMessage(head: unknown, bytes: Uint8Array): Uint8Array {
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.allocUnsafe(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([length, json, bytes])
}

/** `T` is what the other side packed: both sides are this program. */
export function unpackMessage<T>(message: Uint8Array): Message<T> {
  const buffer = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  const end = 4 + buffer.readUInt32BE(0)
  return { head: JSON.parse(buffer.toString('utf8', 4, end)) as T, bytes: buffer.subarray(end) }
}
