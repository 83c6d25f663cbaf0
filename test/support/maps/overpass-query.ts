// Answers Overpass queries from a list of elements: the part of the language that Surveyor writes, nothing more.
import type { OsmElement } from '#extractors/maps/osm/osm-element.ts'
import { pointOf } from '#extractors/maps/osm/osm-element.ts'
import { bboxContains, distanceM, geometryContains, type Position } from '#kit/geo/geometry.ts'

/** A way with its nodes, as `out geom` has it. */
export interface ReplayElement extends OsmElement {
  readonly geometry?: readonly { readonly lat: number; readonly lon: number }[]
}

export interface ReplayQuery {
  readonly timeoutS: number
  readonly maxBytes: number
  /** Everything that matches, not yet cut to `limit`. */
  readonly elements: readonly OsmElement[]
  readonly limit: number
}

type Test = (element: OsmElement) => boolean

/** Throws an Error with the text of a parse error for unsupported input. */
export function runOverpassQuery(query: string, data: readonly OsmElement[]): ReplayQuery {
  const sets = new Map<string, readonly OsmElement[]>()
  let rest = query
  let result: readonly OsmElement[] = []
  let limit = Infinity

  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = new RegExp(`^(?:${pattern.source})`, pattern.flags).exec(rest)
    if (match !== null) rest = rest.slice(match[0].length)
    return match
  }
  const need = (pattern: RegExp): RegExpExecArray => {
    const match = take(pattern)
    if (match === null)
      throw new Error(`parse error: ${pattern.source} expected - '${rest.slice(0, 20)}' found.`)
    return match
  }
  const string = (): string => unescaped(need(/"((?:[^"\\]|\\.)*)"/s)[1] as string)

  const filter = (): Test | null => {
    if (take(/\[~/)) {
      const key = new RegExp(string(), 'u')
      need(/~/)
      const value = valuePattern()
      return ({ tags }) => Object.entries(tags).some(([k, v]) => key.test(k) && value.test(v))
    }
    if (take(/\[/)) {
      const key = string()
      if (take(/\]/)) return ({ tags }) => tags[key] !== undefined
      if (take(/=/)) {
        const value = string()
        need(/\]/)
        return ({ tags }) => tags[key] === value
      }
      need(/~/)
      const value = valuePattern()
      return ({ tags }) => tags[key] !== undefined && value.test(tags[key])
    }
    return take(/\(/) ? place() : null
  }
  const valuePattern = (): RegExp => {
    const text = string()
    const flags = take(/,i/) ? 'iu' : 'u'
    need(/\]/)
    return new RegExp(text, flags)
  }
  const place = (): Test => {
    if (take(/poly:/)) {
      const numbers = string().split(' ').map(Number)
      need(/\)/)
      const ring = numbers.flatMap((lat, i): Position[] =>
        i % 2 === 0 ? [[numbers[i + 1] as number, lat]] : [],
      )
      return at((point) => geometryContains({ type: 'Polygon', coordinates: [ring] }, point))
    }
    const around = take(/around:/) !== null
    const numbers = (need(/([-\d.,]+)\)/)[1] as string).split(',').map(Number)
    if (numbers.some(Number.isNaN)) throw new Error('static error: a number expected.')
    if (around) {
      const [radiusM, lat, lng] = numbers as [number, number, number]
      return at((point) => distanceM({ lat, lng }, point) <= radiusM)
    }
    if (numbers.length === 1) return ({ id }) => id === numbers[0]
    const [south, west, north, east] = numbers as [number, number, number, number]
    if (Math.abs(south) > 90 || Math.abs(north) > 90 || south > north)
      throw new Error('static error: a wrong box.')
    return at((point) => bboxContains([west, south, east, north], point))
  }

  const statement = (): readonly OsmElement[] => {
    if (take(/\(/)) {
      const found = new Set<OsmElement>()
      while (!take(/\)/)) {
        for (const element of statement()) found.add(element)
        need(/;/)
      }
      return [...found]
    }
    const type = need(/nwr|node|way|relation/)[0]
    const from = take(/\.(\w+)/)
    const source = from === null ? data : sets.get(from[1] as string)
    const tests: Test[] = [(element) => type === 'nwr' || element.type === type]
    for (let test = filter(); test !== null; test = filter()) tests.push(test)
    return (source ?? []).filter((element) => tests.every((test) => test(element)))
  }

  const header = need(/\[out:json\]\[timeout:(\d+)\]\[maxsize:(\d+)\];/)
  take(/\/\*.*?\*\//)
  for (;;) {
    if (rest === '') break
    const out = take(/out (?:center tags|geom) ?(\d*);/)
    if (out === null) {
      result = statement()
      const name = take(/->\.(\w+)/)
      if (name !== null) sets.set(name[1] as string, result)
      need(/;/)
    } else if (out[1] !== '') {
      limit = Number(out[1])
    }
  }
  return { timeoutS: Number(header[1]), maxBytes: Number(header[2]), elements: result, limit }
}

function at(test: (point: { lat: number; lng: number }) => boolean): Test {
  return (element) => {
    const { geometry } = element as ReplayElement
    // The server knows outlines, not what they enclose.
    if (geometry !== undefined) return geometry.some(({ lat, lon }) => test({ lat, lng: lon }))
    const point = pointOf(element)
    return point !== null && test(point)
  }
}

/** As the server's tokenizer: n, t and u are escapes, every other letter behind a backslash is itself. */
function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|.)/gs, (_, escape: string) => {
    if (escape === 'n') return '\n'
    if (escape === 't') return '\t'
    return escape.length === 5 ? String.fromCharCode(Number.parseInt(escape.slice(1), 16)) : escape
  })
}
