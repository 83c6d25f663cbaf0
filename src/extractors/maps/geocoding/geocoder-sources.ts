// Which geocoders may be asked: the operator's own, else the public ones, and those only under a name.
import type { ExtractorHost } from '#extract/context.ts'
import type { GeocoderSource } from './geocoder.ts'
import { nominatimUrl, readNominatim } from './read-nominatim.ts'
import { photonUrl, readPhoton } from './read-photon.ts'

const PUBLIC_NOMINATIM = 'https://nominatim.openstreetmap.org/'
const PUBLIC_PHOTON = 'https://photon.komoot.io/'

/** One request a second for a whole application (operations.osmfoundation.org/policies/nominatim). */
const NOMINATIM_POLICY = { concurrency: 1, intervalMs: 1_000, perDay: null } as const
/** "Be fair": taken to mean the same. */
const PHOTON_POLICY = NOMINATIM_POLICY

/** In the order of the requests. When the operator names a server of his own, no public one is asked. */
export function geocoderSources(host: ExtractorHost): GeocoderSource[] {
  const ownNominatim = ownUrl(host.settings['nominatimUrl'], PUBLIC_NOMINATIM)
  const ownPhoton = ownUrl(host.settings['photonUrl'], PUBLIC_PHOTON)
  const own = [
    ...(ownNominatim === null ? [] : [nominatim(host, ownNominatim, 'nominatimUrl')]),
    ...(ownPhoton === null ? [] : [photon(host, ownPhoton, 'photonUrl')]),
  ]
  if (own.length > 0 || textOf(host.settings['contact']) === null) return own
  return [nominatim(host, PUBLIC_NOMINATIM, null), photon(host, PUBLIC_PHOTON, null)]
}

function nominatim(host: ExtractorHost, base: string, setting: string | null): GeocoderSource {
  return {
    host: new URL(base).host,
    policy: setting === null ? NOMINATIM_POLICY : null,
    url: (question) => nominatimUrl(base, question),
    read: readNominatim,
    fetch: fetchOf(host, setting),
  }
}

function photon(host: ExtractorHost, base: string, setting: string | null): GeocoderSource {
  return {
    host: new URL(base).host,
    policy: setting === null ? PHOTON_POLICY : null,
    url: (question) => photonUrl(base, question),
    read: (answer, { country }) => readPhoton(answer, country),
    fetch: fetchOf(host, setting),
  }
}

/** A server that a setting names is a peer, as far as this worker has them. */
function fetchOf({ fetch, peerFetch }: ExtractorHost, setting: string | null): GeocoderSource['fetch'] {
  if (setting === null || peerFetch === undefined) return fetch
  return (request) => peerFetch(setting, request)
}

/** The address of the public server always counts as public, so its policy applies. */
function ownUrl(value: unknown, publicUrl: string): string | null {
  const url = textOf(value)
  return url !== null && URL.parse(url)?.host === new URL(publicUrl).host ? null : url
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
