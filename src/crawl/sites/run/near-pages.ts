// Finds the page whose text is nearly that of another one, among the pages of the crawl and those of the same step.
import {
  NEAR_DUPLICATE,
  pageBands,
  pageSimilarity,
  readPageSketch,
  type PageSketch,
} from '#kit/site/page-sketch.ts'
import type { Queryable } from '#platform/db/database.ts'
import { insertSketches, pagesBySketch, type SketchedPage } from '#crawl/sites/store/sketch-rows.ts'

/** What the pages of one step are compared with; it grows with them. */
export interface NearPages {
  /** The most similar page; null for a page without a sketch, and where none is nearly the same. */
  nearest(page: { readonly key: string; readonly sketch: string | null }): SketchedPage | null
  /** The page has a result of its own, and is no near duplicate. */
  add(page: { readonly key: string; readonly url: string; readonly sketch: string | null }): void
  /** Another page counts in its place. */
  remove(key: string): void
  /** Stores what was added. */
  store(tx: Queryable, crawl: string): Promise<void>
}

/** `sketches` are those of the pages that will be asked for, as stored; `withKnown` as of `pagesBySketch`. */
export async function openNearPages(
  tx: Queryable,
  crawl: string,
  given: { readonly sketches: readonly (string | null)[]; readonly withKnown: boolean },
): Promise<NearPages> {
  const { sketches, withKnown } = given
  const read = new Map(sketches.map((stored) => [stored, stored === null ? null : readPageSketch(stored)]))
  const asked = [...read.values()].filter((sketch) => sketch !== null)
  const byBand = new Map<number, Map<string, SketchedPage>>()
  const added = new Map<string, SketchedPage>()
  const put = (page: SketchedPage): void => {
    for (const band of pageBands(page.sketch)) {
      const pages = byBand.get(band) ?? new Map<string, SketchedPage>()
      byBand.set(band, pages.set(page.key, page))
    }
  }
  for (const page of await pagesBySketch(tx, crawl, { sketches: asked, withKnown })) put(page)

  const candidates = (sketch: PageSketch): SketchedPage[] => [
    ...new Set(pageBands(sketch).flatMap((band) => [...(byBand.get(band)?.values() ?? [])])),
  ]
  return {
    nearest({ key, sketch: stored }) {
      const sketch = read.get(stored) ?? null
      if (sketch === null) return null
      let nearest: SketchedPage | null = null
      let similarity = NEAR_DUPLICATE
      for (const page of candidates(sketch)) {
        if (page.key === key) continue
        const value = pageSimilarity(sketch, page.sketch)
        if (value > similarity || (value === similarity && nearest === null)) {
          similarity = value
          nearest = page
        }
      }
      return nearest
    },
    add({ key, url, sketch: stored }) {
      const sketch = read.get(stored) ?? null
      if (sketch === null) return
      added.set(key, { key, url, sketch })
      put({ key, url, sketch })
    },
    remove(key) {
      added.delete(key)
      for (const pages of byBand.values()) pages.delete(key)
    },
    store: async (tx, crawl) => insertSketches(tx, crawl, [...added.values()]),
  }
}
