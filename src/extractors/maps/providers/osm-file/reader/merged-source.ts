// Several OSM files read as one: each element once, from the first file that has it.
import type { ElementFilter, ElementSource } from './element-source.ts'

/**
 * The sources in their order: what an earlier one has with tags, a later one does not give again. Extracts that meet
 * share what crosses their border, so a way or a relation that one of them has in part is whole here. Nodes are read
 * from each source by itself.
 */
export function mergedSource(
  sources: readonly ElementSource[],
): Pick<ElementSource, 'readRelations' | 'readWays'> {
  const [only, ...others] = sources
  if (only !== undefined && others.length === 0) return only
  return {
    async readRelations(filter: ElementFilter, visit) {
      const isNew = firstSeen()
      for (const source of sources) {
        await source.readRelations(filter, (id, tags, members) => {
          if (isNew(id)) visit(id, tags, members)
        })
      }
    },
    async readWays(filter, visit, visitPoint) {
      const isNew = firstSeen()
      for (const source of sources) {
        await source.readWays(
          filter,
          (id, tags, refs) => {
            if (isNew(id)) visit(id, tags, refs)
          },
          visitPoint,
        )
      }
    },
  }
}

/** Whether an id comes for the first time. */
export function firstSeen(): (id: number) => boolean {
  const seen = new Set<number>()
  return (id) => {
    const before = seen.size
    return seen.add(id).size > before
  }
}
