// Walls: how many of each kind are seen among walls by hand, and how many real pages are taken for one.
import { haveRealPages, realPages } from '#test/support/extract/real-pages.ts'
import { verdictOf, WALL_SETS } from '#test/support/walls/wall-sets.ts'

export const name = 'walls'
export const about = 'recall of walls by kind, and which real pages are taken for a wall'

export async function run(): Promise<void> {
  for (const [written, set] of Object.entries(WALL_SETS)) {
    console.log(`\nwalls of the set "${written}"`)
    console.log(line(['', 'pages', 'seen', 'as such', 'recall', 'precision']))
    const verdicts = Object.entries(set).flatMap(([kind, walls]) =>
      walls.map(({ html }) => ({ kind, verdict: verdictOf(html, 'https://harbour.test/page') as string })),
    )
    for (const kind of Object.keys(set)) {
      const of = verdicts.filter((each) => each.kind === kind)
      const right = of.filter((each) => each.verdict === kind).length
      const taken = verdicts.filter((each) => each.verdict === kind).length
      const seen = kind === 'page' ? right : of.filter((each) => each.verdict !== 'page').length
      console.log(line([kind, of.length, seen, right, share(right, of.length), share(right, taken)]))
    }
  }
  if (!haveRealPages()) {
    console.log('\nreal pages: skipped, they are not here (../shared/data/wcxb)')
    return
  }
  const counts = new Map<string, string[]>()
  for (const { set, name: page, html, url } of realPages()) {
    const verdict = verdictOf(html, url)
    counts.set(verdict, [...(counts.get(verdict) ?? []), `${set} ${page.slice(0, 40)}`])
  }
  console.log('\nreal pages by what they are taken for')
  for (const [verdict, pages] of counts)
    console.log(line([verdict, pages.length]) + (verdict === 'page' ? '' : `  ${pages.join(', ')}`))
}

const share = (part: number, whole: number): string => (whole === 0 ? '' : (part / whole).toFixed(2))

const line = ([first = '', ...cells]: (string | number)[]): string =>
  String(first).padEnd(14) + cells.map((cell) => String(cell).padStart(10)).join('')
