// A name server for the private network: a small zone, with the tricks of a hostile one.
import { createSocket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { FRONT, FRONT_V6, OWN_PUBLIC } from './targets.ts'

/** Addresses of a name; a function is asked again for every query of that kind (0 for the first). */
type Answer = readonly string[] | ((query: number, family: 4 | 6) => readonly string[])

const ZONE: Readonly<Record<string, Answer>> = {
  'pub.test': [FRONT],
  'pub6.test': [FRONT_V6],
  'dual.test': [FRONT, FRONT_V6],
  'secure.test': [FRONT],
  'www.secure.test': [FRONT],
  'xn--bcher-kva.test': [FRONT],
  'robots-to-loopback.test': [FRONT],
  'robots-to-metadata.test': [FRONT],
  'loop.test': ['127.0.0.1'],
  'a.b.c.loop.test': ['127.0.0.1'],
  '127.0.0.1.nip.test': ['127.0.0.1'],
  'loop6.test': ['::1'],
  'zero.test': ['0.0.0.0'],
  'ten.test': ['10.0.0.1'],
  'meta.test': ['169.254.169.254'],
  'azure.test': ['168.63.129.16'],
  'own.test': [OWN_PUBLIC],
  'ula.test': ['fd00::1'],
  'link6.test': ['fe80::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'sixtofour.test': ['2002:7f00:1::1'],
  'unallocated.test': ['4000::1'],
  'mixed.test': [FRONT, '10.0.0.1'],
  'mixed-first.test': ['10.0.0.1', FRONT],
  'mixed6.test': [FRONT, '::1'],
  'many.test': [...Array.from({ length: 20 }, (_, i) => `93.184.216.${i + 40}`), '127.0.0.1'],
  'rebind-public-first.test': (query) => [query % 2 === 0 ? FRONT : '127.0.0.1'],
  'rebind-private-first.test': (query) => [query % 2 === 0 ? '127.0.0.1' : FRONT],
  'rebind-families.test': (query, family) =>
    family === 4 ? [FRONT] : query % 2 === 0 ? [FRONT_V6] : ['::1'],
}
const ALIASES: Readonly<Record<string, string>> = { 'cname.test': 'loop.test', 'cname2.test': 'cname.test' }

const TYPE_A = 1
const TYPE_CNAME = 5
const TYPE_AAAA = 28

/** Listens on 127.0.0.1:53, with a time to live of 0 for everything. */
export async function startNameServer(): Promise<{ close(): void }> {
  const socket = createSocket('udp4')
  const queries = new Map<string, number>()
  socket.on('message', (query, from) => {
    const { name, end } = readName(query)
    const type = query.readUInt16BE(end)
    const family = type === TYPE_A ? 4 : type === TYPE_AAAA ? 6 : null
    const records: Buffer[] = []
    let owner = name.toLowerCase()
    for (let target = ALIASES[owner]; target !== undefined; target = ALIASES[owner]) {
      records.push(record(owner, TYPE_CNAME, encodeName(target)))
      owner = target
    }
    const answer = ZONE[owner]
    if (answer !== undefined && family !== null) {
      const key = `${owner} ${family}`
      const count = queries.get(key) ?? 0
      queries.set(key, count + 1)
      const addresses = typeof answer === 'function' ? answer(count, family) : answer
      for (const address of addresses.filter((text) => isIPv4(text) === (family === 4))) {
        records.push(record(owner, type, Buffer.from(ipaddr.parse(address).toByteArray())))
      }
    }
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(answer === undefined ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...records]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(53, '127.0.0.1', resolve))
  return { close: () => socket.close() }
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label, 'latin1')]))
  return Buffer.concat([...labels, Buffer.of(0)])
}

function record(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(owner), fixed, data])
}
