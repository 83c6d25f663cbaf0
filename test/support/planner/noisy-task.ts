// What planners are compared on: the places of an area behind a cap, and the ways in which a provider is unreliable.
import type { MapPlace } from '#contract/places/place.ts'
import { createMapProvider, type ProviderNoise } from '#test/support/places/map-provider.ts'
import type { PlannerTask } from './other-planners.ts'

const [PAGE, CAP] = [20, 120]

/** The blur is 50 m. */
export const NOISES: Readonly<Record<string, Omit<ProviderNoise, 'seed'>>> = {
  none: { blurDeg: 0, shuffledRanks: 0, lostShare: 0 },
  blurred: { blurDeg: 0.0005, shuffledRanks: 0, lostShare: 0 },
  shuffled: { blurDeg: 0, shuffledRanks: 8, lostShare: 0 },
  all: { blurDeg: 0.0005, shuffledRanks: 8, lostShare: 0.01 },
}

/** Another seed also ranks the places otherwise. */
export function noisyTask(places: readonly MapPlace[], noise: ProviderNoise): PlannerTask {
  const ranked = places.map((place) => ({
    ...place,
    source: { ...place.source, id: `${place.source.id} ${noise.seed}` },
  }))
  const lngs = places.map(({ location }) => location.lng)
  const lats = places.map(({ location }) => location.lat)
  return {
    provider: createMapProvider({ places: ranked, pageSize: PAGE, maxResults: CAP, noise }),
    box: [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)],
    places,
    pageSize: PAGE,
    maxResults: CAP,
    blurDeg: noise.blurDeg,
    shuffledRanks: noise.shuffledRanks,
  }
}
