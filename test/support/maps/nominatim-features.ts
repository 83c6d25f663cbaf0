// Reads Nominatim's own feature files: the requests and the content of the answers, one entry a request.
import { readdirSync, readFileSync } from 'node:fs'
import { sharedPath } from '#test/support/shared-data.ts'

type Row = Readonly<Record<string, string>>

export interface FeatureRequest {
  /** `search/params.feature: Search with addressdetails` */
  readonly name: string
  /** `json`, `jsonv2`, `xml`, … */
  readonly format: string
  readonly status: number
  /** How many results, where the feature says it exactly. */
  readonly count: number | null
  /** What single results hold, by their place in the answer; `address+town` is within `address`. */
  readonly results: ReadonlyMap<number, Row>
}

export const FEATURES = 'data/geocoder/nominatim-bdd/api'

/** The features of `search` or `reverse`, their outlines filled in. */
export function featureRequests(group: 'search' | 'reverse'): FeatureRequest[] {
  return readdirSync(sharedPath(`${FEATURES}/${group}`)).flatMap((file) =>
    scenariosOf(readFileSync(sharedPath(`${FEATURES}/${group}/${file}`), 'utf8')).flatMap(
      ({ title, steps }) => requestsOf(`${group}/${file}: ${title}`, steps),
    ),
  )
}

interface Step {
  readonly text: string
  readonly table: readonly Row[]
}

function scenariosOf(feature: string): { title: string; steps: Step[] }[] {
  const blocks = feature.split(/^\s*Scenario(?: Outline)?:/m).slice(1)
  return blocks.flatMap((block) => {
    const [title = '', ...lines] = block.split('\n')
    const [body = '', examples] = lines.join('\n').split(/^\s*Examples:/m)
    const rows = examples === undefined ? [{}] : tableOf(examples.split('\n'))
    return rows.map((row) => ({ title: title.trim(), steps: stepsOf(filled(body, row)) }))
  })
}

function filled(body: string, row: Row): string {
  return Object.entries(row).reduce((text, [name, value]) => text.replaceAll(`<${name}>`, value), body)
}

function stepsOf(body: string): Step[] {
  const parts = body.split(/^\s*(?:Given|When|Then|And) /m).slice(1)
  return parts.map((part) => {
    const [text = '', ...lines] = part.split('\n')
    return { text: text.trim(), table: tableOf(lines) }
  })
}

function tableOf(lines: readonly string[]): Row[] {
  const [header, ...rows] = lines
    .filter((line) => line.trim().startsWith('|'))
    .map((line) =>
      line
        .trim()
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  return rows.map((cells) => Object.fromEntries((header ?? []).map((name, i) => [name, cells[i] ?? ''])))
}

const ASKS = /^(?:sending v1\/(?:search|reverse)(?: with format (\S+))?|geocoding|reverse geocoding)/
const CONTAINS = /^(?:result (\d+)|all results|the result) contains?(?: in field (\w+))?$/

function requestsOf(name: string, steps: readonly Step[]): FeatureRequest[] {
  const requests: (FeatureRequest & { results: Map<number, Row>; status: number; count: number | null })[] =
    []
  for (const { text, table } of steps) {
    const asks = ASKS.exec(text)
    if (asks !== null) {
      requests.push({ name, format: asks[1] ?? 'jsonv2', status: 200, count: null, results: new Map() })
      continue
    }
    const request = requests.at(-1)
    if (request === undefined) continue
    const status = /^a HTTP (\d+) is returned/.exec(text)?.[1]
    const count = /^exactly (\d+) results? (?:is|are) returned/.exec(text)?.[1]
    const [, at, field] = CONTAINS.exec(text) ?? []
    if (status !== undefined) request.status = Number(status)
    else if (count !== undefined) request.count = Number(count)
    else if (CONTAINS.test(text)) {
      const inField = field === 'address' && table[0] !== undefined && 'param' in table[0]
      const [row = {}] = inField ? [Object.fromEntries(table.map((r) => [r['param'], r['value']]))] : table
      const known = request.results.get(Number(at ?? 0)) ?? {}
      const named = Object.entries(row as Row).map(([key, value]) => [
        field === undefined ? key : `${field}+${key}`,
        value,
      ])
      request.results.set(Number(at ?? 0), { ...known, ...Object.fromEntries(named) } as Row)
    }
  }
  return requests
}
