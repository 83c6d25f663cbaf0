// Content negotiation (RFC 9110 section 12.5): which of the offered forms and encodings a caller wants.

interface Range {
  readonly type: string
  readonly quality: number
}

/**
 * The media type of `offered` that fits `accept` best; among equals, the first. Without a header or a match also the
 * first: an answer in another form helps a caller more than a refusal.
 */
export function negotiate<const T extends string>(
  accept: string | undefined,
  offered: readonly [T, ...T[]],
): T {
  let best: { type: T; quality: number } = { type: offered[0], quality: 0 }
  const ranges = parseAccept(accept ?? '*/*')
  for (const type of offered) {
    const quality = qualityOf(type, ranges)
    if (quality > best.quality) best = { type, quality }
  }
  return best.type
}

/**
 * The encoding of `offered` that `acceptEncoding` takes, the first of them; `identity` without a header or a match
 * (RFC 9110 section 12.5.3).
 */
export function negotiateEncoding<const T extends string>(
  acceptEncoding: string | undefined,
  offered: readonly T[],
): T | 'identity' {
  if (acceptEncoding === undefined) return 'identity'
  const ranges = parseAccept(acceptEncoding)
  const qualityOf = (encoding: string): number =>
    (ranges.find(({ type }) => type === encoding) ?? ranges.find(({ type }) => type === '*'))?.quality ?? 0
  return offered.find((encoding) => encoding !== 'identity' && qualityOf(encoding) > 0) ?? 'identity'
}

function parseAccept(accept: string): Range[] {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 }
  })
}

/** The most specific range decides, as in the RFC: `text/html;q=0, text/*` does not accept HTML. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const major = `${type.split('/', 1)[0]}/*`
  for (const wanted of [type, major, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === wanted)
    if (range !== undefined) return range.quality
  }
  return 0
}
