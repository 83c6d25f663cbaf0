// Reads the lists of descriptions that tools and servers publish: configuration of Swagger UI, springfox, RFC 9727.
import { asList, asObject, asText, member } from '#extractors/swagger/json/json-value.ts'

/** One description, or one page, that a list names. */
export interface IndexEntry {
  /** As written, relative to the list. */
  readonly url: string
  readonly name: string | null
  /** `page`: documentation that may lead on to a description. */
  readonly role: 'spec' | 'page' | 'index'
}

const MAX_ENTRIES = 200

/** Null for data that is no such list. */
export function readIndex(value: unknown): IndexEntry[] | null {
  const entries = linkset(value) ?? swaggerConfig(value) ?? springfox(value)
  return entries === null || entries.length === 0 ? null : entries.slice(0, MAX_ENTRIES)
}

/** `{url}` or `{urls: [{url, name}]}`: what `configUrl` of Swagger UI answers. */
function swaggerConfig(value: unknown): IndexEntry[] | null {
  const config = asObject(value)
  if (config === null) return null
  const several = asList(config['urls']).flatMap((entry) =>
    entryOf(member(entry, 'url'), member(entry, 'name'), 'spec'),
  )
  const single = entryOf(config['url'], null, 'spec')
  // A lone `url` is in much JSON that has nothing to do with it.
  if (several.length > 0) return several
  const isConfig = ['configUrl', 'oauth2RedirectUrl', 'validatorUrl', 'dom_id', 'layout'].some(
    (key) => key in config,
  )
  return isConfig ? single : null
}

/** `/swagger-resources` of springfox: `[{name, location, swaggerVersion}]`. */
function springfox(value: unknown): IndexEntry[] | null {
  if (!Array.isArray(value)) return null
  return value.flatMap((entry: unknown) =>
    asText(member(entry, 'swaggerVersion')) === null
      ? []
      : entryOf(member(entry, 'url') ?? member(entry, 'location'), member(entry, 'name'), 'spec'),
  )
}

/** The relations that lead to a description, and the one that leads to another catalog: those of RFC 8631, and what sites write. */
export const RELATIONS: Readonly<Record<string, IndexEntry['role']>> = {
  'service-desc': 'spec',
  'api-definition': 'spec',
  openapi: 'spec',
  'service-doc': 'page',
  'api-catalog': 'index',
}

/** An API catalog of RFC 9727: `item` names the APIs, `service-desc` what describes them. */
function linkset(value: unknown): IndexEntry[] | null {
  const contexts = member(value, 'linkset')
  if (!Array.isArray(contexts)) return null
  const described = contexts.flatMap((context: unknown) =>
    Object.entries(RELATIONS).flatMap(([relation, role]) =>
      asList(member(context, relation)).flatMap((target) =>
        entryOf(member(target, 'href'), member(target, 'title'), role),
      ),
    ),
  )
  // Documentation is requested only when no better source is known.
  const specs = described.filter(({ role }) => role !== 'page')
  return specs.length > 0 ? specs : described
}

function entryOf(url: unknown, name: unknown, role: IndexEntry['role']): IndexEntry[] {
  const text = asText(url)
  return text === null ? [] : [{ url: text.trim(), name: asText(name), role }]
}
