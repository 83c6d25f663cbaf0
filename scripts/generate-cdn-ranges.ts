// Writes src/parsing/cdn/address-table.gen.ts from the address lists of cdncheck: `generate-cdn-ranges.ts FILE`, where FILE is
// `sources_data.json` of github.com/projectdiscovery/cdncheck (MIT). Overlapping ranges become one: that of the provider
// whose kind says more.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import type { ProviderKind } from '#contract/crawl/learned/cdn.ts'

/** Our name and kind for each group of addresses; groups that are not here are left out: offices, exits of companies. */
const RANGE_GROUPS: Readonly<Record<string, readonly [string, ProviderKind]>> = {
  'cdn cloudfront': ['cloudfront', 'cdn'],
  'waf cloudflare': ['cloudflare', 'cdn'],
  'cdn fastly': ['fastly', 'cdn'],
  'waf incapsula': ['imperva', 'waf'],
  'cdn gcore': ['gcore', 'cdn'],
  'cdn arvancloud': ['arvancloud', 'cdn'],
  'cdn cdnetworks': ['cdnetworks', 'cdn'],
  'cdn qrator': ['qrator', 'waf'],
  'cdn gocache': ['gocache', 'cdn'],
  'cdn cafe24': ['cafe24', 'cdn'],
  'cdn kinx': ['kinx', 'cdn'],
  'cdn lgtelecom': ['lgtelecom', 'cdn'],
  'cdn skbroadband': ['skbroadband', 'cdn'],
  'cdn 云盾': ['yundun', 'waf'],
  'cdn 加速乐': ['jiasule', 'waf'],
  'cdn 百度云加速': ['baidu_yunjiasu', 'waf'],
  'cdn 腾讯云': ['tencent', 'cdn'],
  'cdn google': ['google', 'cloud'],
  'cloud google': ['google', 'cloud'],
  'cloud aws': ['aws', 'cloud'],
  'cloud azure': ['azure', 'cloud'],
  'cloud oracle': ['oracle', 'cloud'],
  'cloud gabia': ['gabia', 'cloud'],
  'cloud hostway': ['hostway', 'cloud'],
  'cloud ktcloud': ['ktcloud', 'cloud'],
  'cloud navercloud': ['navercloud', 'cloud'],
  'cloud nhncloud': ['nhncloud', 'cloud'],
}
/** The same for groups of names. */
const NAME_GROUPS: Readonly<Record<string, readonly [string, ProviderKind]>> = {
  akamai: ['akamai', 'cdn'],
  amazon: ['cloudfront', 'cdn'],
  arvancloud: ['arvancloud', 'cdn'],
  cloudflare: ['cloudflare', 'cdn'],
  edgecast: ['edgecast', 'cdn'],
  fastly: ['fastly', 'cdn'],
  incapsula: ['imperva', 'waf'],
  qrator: ['qrator', 'waf'],
  '360 云 CDN (由奇安信运营)': ['qianxin', 'cdn'],
  '360 云 CDN (由奇虎 360 运营)': ['qihoo360', 'cdn'],
  '360 云加速 CDN': ['qihoo360', 'cdn'],
  七牛云: ['qiniu', 'cdn'],
  '云盾 CDN': ['yundun', 'waf'],
  '京东云 CDN': ['jdcloud', 'cdn'],
  '加速乐 CDN': ['jiasule', 'waf'],
  '华为云 CDN': ['huawei', 'cdn'],
  '华为云 WAF': ['huawei_waf', 'waf'],
  '又拍云 CDN': ['upyun', 'cdn'],
  奇安信网站卫士: ['qianxin_waf', 'waf'],
  安恒玄武盾: ['dbappsecurity', 'waf'],
  '帝联 CDN': ['dnion', 'cdn'],
  '广东网堤 CDN': ['wangdi', 'cdn'],
  深信服云盾: ['sangfor', 'waf'],
  '白山云科技 CDN': ['baishan', 'cdn'],
  '绿盟云 WAF': ['nsfocus', 'waf'],
  '网宿 CDN': ['wangsu', 'cdn'],
  '网神 CDN': ['wangshen', 'waf'],
  '美橙 CDN': ['cndns', 'cdn'],
  '腾正安全加速 (原 15CDN)': ['tengzheng', 'cdn'],
  '腾讯云 CDN': ['tencent', 'cdn'],
  '蓝盾云 CDN': ['bluedon', 'waf'],
  '阿里云 CDN': ['alibaba', 'cdn'],
}
/** Names that belong to more than a CDN. */
const NAMES_OF_OTHERS: Readonly<Record<string, readonly [string, ProviderKind]>> = {
  'amazonaws.com': ['aws', 'cloud'],
  'huaweicloud.com': ['huawei_cloud', 'cloud'],
  'edgesuite.net': ['akamai', 'cdn'],
}
/** The kind that says more about an address comes first. */
const RANK: readonly ProviderKind[] = ['bot_manager', 'waf', 'cdn', 'cloud']

interface Range {
  readonly start: bigint
  readonly end: bigint
  readonly provider: number
}

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Name the file sources_data.json.')
const sources = readSources(readFileSync(file, 'utf8'))
const providers = new Map<string, ProviderKind>()
const ranges: Record<'v4' | 'v6', Range[]> = { v4: [], v6: [] }
for (const [group, [name, kind]] of Object.entries(RANGE_GROUPS)) {
  providers.set(name, kind)
  for (const text of sources.get(group) ?? missing(group)) {
    const { family, start, end } = rangeOf(text)
    ranges[family].push({ start, end, provider: [...providers.keys()].indexOf(name) })
  }
}
const suffixes = Object.entries(NAME_GROUPS).flatMap(([group, own]) =>
  (sources.get(`common ${group}`) ?? missing(group)).map((suffix) => {
    const [name, kind] = NAMES_OF_OTHERS[suffix] ?? own
    providers.set(name, providers.get(name) ?? kind)
    return [suffix, name] as const
  }),
)
const kinds = [...providers.values()]
const [v4, v6] = [packed(disjoint(ranges.v4)), packed(disjoint(ranges.v6))]
writeFileSync(
  fileURLToPath(new URL('../src/parsing/cdn/address-table.gen.ts', import.meta.url)),
  `// Addresses and names of CDNs, firewalls and clouds: facts of github.com/projectdiscovery/cdncheck (MIT, see NOTICE). Written by
// scripts/generate-cdn-ranges.ts, not by hand.
import type { ProviderKind } from '#contract/crawl/learned/cdn.ts'

/** Name and kind; ranges name a provider by its place here. */
export const PROVIDERS: readonly (readonly [string, ProviderKind])[] = ${JSON.stringify([...providers])}

/** The suffixes of names, with their provider. */
export const CNAME_SUFFIXES: readonly (readonly [string, string])[] = ${JSON.stringify(suffixes)}

/** ${v4.count} and ${v6.count} ranges as \`provider-of-address.ts\` unpacks them. */
export const RANGES = {
  v4: '${v4.text}',
  v6: '${v6.text}',
}
`,
)
process.stdout.write(
  `${providers.size} providers, ${v4.count} IPv4 and ${v6.count} IPv6 ranges, ${suffixes.length} suffixes\n`,
)

function missing(group: string): never {
  throw new Error(`The file has no group '${group}'.`)
}

/** By kind and group: lists of texts. */
function readSources(text: string): Map<string, string[]> {
  const parsed: unknown = JSON.parse(text)
  const groups = new Map<string, string[]>()
  for (const [kind, byName] of Object.entries(Object(parsed))) {
    for (const [name, list] of Object.entries(Object(byName)))
      groups.set(`${kind} ${name}`, Array.isArray(list) ? list.map(String) : [])
  }
  return groups
}

function rangeOf(text: string): { family: 'v4' | 'v6'; start: bigint; end: bigint } {
  const [address, bits] = ipaddr.parseCIDR(
    text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`,
  )
  const bytes = address.toByteArray()
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const size = 1n << BigInt(bytes.length * 8 - bits)
  const start = value - (value % size)
  return { family: bytes.length === 4 ? 'v4' : 'v6', start, end: start + size - 1n }
}

/** In order and without overlaps; neighbours of one provider are one range. */
function disjoint(all: readonly Range[]): Range[] {
  const rank = (range: Range): number => RANK.indexOf(kinds[range.provider] ?? 'cloud')
  const starts = all.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
  const bounds = [...new Set(all.flatMap(({ start, end }) => [start, end + 1n]))].toSorted((a, b) =>
    a < b ? -1 : 1,
  )
  const result: Range[] = []
  let open: Range[] = []
  let next = 0
  for (const [index, start] of bounds.entries()) {
    for (let range = starts[next]; range !== undefined && range.start === start; range = starts[next]) {
      open.push(range)
      next += 1
    }
    open = open.filter((range) => range.end >= start)
    const [best] = open.toSorted((a, b) => rank(a) - rank(b))
    const following = bounds[index + 1]
    if (best === undefined || following === undefined) continue
    const last = result.at(-1)
    const end = following - 1n
    if (last !== undefined && last.end + 1n === start && last.provider === best.provider)
      result[result.length - 1] = { ...last, end }
    else result.push({ start, end, provider: best.provider })
  }
  return result
}

function packed(list: readonly Range[]): { text: string; count: number } {
  const bytes: number[] = []
  const put = (value: bigint): void => {
    let rest = value
    while (rest > 127n) {
      bytes.push(Number(rest & 127n) | 128)
      rest >>= 7n
    }
    bytes.push(Number(rest))
  }
  put(BigInt(list.length))
  let end = -1n
  for (const range of list) {
    put(range.start - end - 1n)
    put(range.end - range.start)
    bytes.push(range.provider)
    end = range.end
  }
  return {
    text: deflateRawSync(Uint8Array.from(bytes), { level: 9 }).toString('base64'),
    count: list.length,
  }
}
