// An extract of an invented town: so many cafes on a grid, in the form of OpenStreetMap.
import { writeFile } from 'node:fs/promises'

const COLUMNS = 50
const STEP = 0.0004
const SOUTH = -36.98
const WEST = 149.84

export async function writeExtract(file: string, places: number): Promise<void> {
  const at = (start: number, steps: number) => (start + steps * STEP).toFixed(7)
  const nodes = Array.from({ length: places }, (_, i) => {
    const lat = at(SOUTH, Math.floor(i / COLUMNS) + 1)
    const lon = at(WEST, (i % COLUMNS) + 1)
    return `<node id="${i + 1}" version="1" lat="${lat}" lon="${lon}">
  <tag k="amenity" v="cafe"/><tag k="name" v="Cafe ${i + 1}"/>
</node>`
  })
  const north = at(SOUTH, Math.ceil(places / COLUMNS) + 2)
  const east = at(WEST, COLUMNS + 2)
  await writeFile(
    file,
    `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6" generator="surveyor lab" copyright="an invented town" license="Apache-2.0">
<bounds minlat="${SOUTH}" minlon="${WEST}" maxlat="${north}" maxlon="${east}"/>
${nodes.join('\n')}
</osm>
`,
  )
}
