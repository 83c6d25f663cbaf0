// Images that mean harm, and good ones as large as allowed, with how each is to end.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { SiteFile } from '#test/support/sites/respond-with.ts'

export interface ImageBomb {
  readonly path: string
  readonly file: Exclude<SiteFile, string>
  /** The code of the error, or the width that is answered. */
  readonly end: ErrorCode | number
}

const svg = (text: string): ImageBomb['file'] => ({ type: 'image/svg+xml', body: Buffer.from(text) })
const NS = 'xmlns="http://www.w3.org/2000/svg"'

/**
 * The image attacks of anchors/reliability.md section 3, and similar ones. Addresses under /secret must never be
 * requested.
 */
export async function imageBombs(): Promise<readonly ImageBomb[]> {
  const nested = Array.from(
    { length: 30 },
    (_, n) => `<g id="g${n + 1}"><use href="#g${n}"/><use href="#g${n}"/></g>`,
  ).join('')
  const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
    '',
  )
  const gif = Buffer.from('47494638396160ea60ea800000000000ffffff2c00000000010001000002024401003b', 'hex')
  const avif = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .avif()
    .toBuffer()
  const sizeAt = avif.indexOf('ispe') + 8
  avif.writeUInt32BE(40_000, sizeAt)
  avif.writeUInt32BE(40_000, sizeAt + 4)
  const cut = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
  const png = (body: Buffer): ImageBomb['file'] => ({ type: 'image/png', body })
  return [
    { path: '/pixels.png', file: png(evenPng(16_000, 16_000)), end: 'target_too_large' },
    { path: '/canvas.gif', file: { type: 'image/gif', body: gif }, end: 'target_too_large' },
    { path: '/header.avif', file: { type: 'image/avif', body: avif }, end: 'target_too_large' },
    {
      path: '/use.svg',
      file: svg(`<svg ${NS}><g id="g0"><rect width="1" height="1"/></g>${nested}<use href="#g30"/></svg>`),
      end: 'target_too_large',
    },
    {
      path: '/entities.svg',
      file: svg(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${entities}]><svg width="9" height="9"><text>&l20;</text></svg>`,
      ),
      end: 9,
    },
    {
      path: '/outside.svg',
      file: svg(
        '<svg width="9" height="9"><image href="file:///etc/passwd" width="9" height="9"/><image href="/secret.png" width="9" height="9"/><style>@import "/secret.css";</style></svg>',
      ),
      end: 9,
    },
    {
      path: '/vast.svg',
      file: svg(
        '<svg width="1000000000" height="1000000000"><rect width="1000000000" height="1000000000"/></svg>',
      ),
      end: 1_000_000_000,
    },
    { path: '/deep.svg', file: svg(`<svg width="9" height="9">${'<g>'.repeat(20_000)}</svg>`), end: 9 },
    { path: '/cut.jpg', file: { type: 'image/jpeg', body: cut }, end: 'source_broken' },
    {
      path: '/long.png',
      file: png(Buffer.concat([evenPng(8, 8), Buffer.alloc(26 * 1024 * 1024)])),
      end: 'target_too_large',
    },
    { path: '/large.png', file: png(evenPng(9_999, 9_999)), end: 9_999 },
    { path: '/good.png', file: png(evenPng(8, 8)), end: 8 },
  ]
}

/** A PNG of one color that really has all its rows. */
function evenPng(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
