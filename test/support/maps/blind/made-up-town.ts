// A made-up town of tags: each kind twice, with names that no language has.

const SYLLABLES = 'zor vek qua bil dru fex gom hul jiv kra lun mip nox pyt ruv sij tov'.split(' ')
const STEP = 0.002
const BY_COLUMN = 40

/**
 * An .osm file of the kinds in `named` and `unnamed`, whose lines are `key=value key=value`, and of the kinds in `called` with the name
 * beside them. `corner`: the place of the first.
 */
export function madeUpTown(
  named: string,
  unnamed: string,
  called: readonly (readonly [kind: string, name: string])[],
  corner: { readonly lat: number; readonly lng: number },
): string {
  const twice = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((kind) => [kind, kind])
  const tagged: (readonly [string, string | null])[] = [
    ...twice(named).map(
      (kind, at) => [kind, `${SYLLABLES[at % 17]}${SYLLABLES[(at * 7) % 17]} ${at}`] as const,
    ),
    ...twice(unnamed).map((kind) => [kind, null] as const),
    ...called,
  ]
  const nodes = tagged.map(([kind, name], at) => {
    const tags = kind.split(' ').map((tag) => tag.split('=') as [string, string])
    if (name !== null) tags.push(['name', name])
    const [lat, lng] = [corner.lat + (at % BY_COLUMN) * STEP, corner.lng + Math.floor(at / BY_COLUMN) * STEP]
    return `<node id="${at + 1}" lat="${lat}" lon="${lng}">${tags.map(([k, v]) => `<tag k="${k}" v="${v.replace('&', '&amp;')}"/>`).join('')}</node>`
  })
  const [south, west] = [corner.lat, corner.lng].map(Math.floor)
  const bounds = `<bounds minlat="${south}" minlon="${west}" maxlat="${Number(south) + 0.1}" maxlon="${Number(west) + 0.1}"/>`
  return `<osm version="0.6">${bounds}${nodes.join('')}</osm>`
}
