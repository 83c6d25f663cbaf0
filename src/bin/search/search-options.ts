// The options of `surveyor search`. Apart from what reads them, because every help and every command line loads them.
import type { CommandOption } from '#bin/cli/command-line.ts'

/** By name; at most one of the first four says where. */
export const SEARCH_OPTIONS: Readonly<Record<string, CommandOption>> = {
  in: { type: 'string', value: 'PLACE', about: 'Where: a town, a district, a country.' },
  near: { type: 'string', value: 'LAT,LNG', about: 'Where: around this point; --radius says how far.' },
  bbox: { type: 'string', value: 'W,S,E,N', about: 'Where: in this box, in degrees.' },
  area: { type: 'string', value: 'FILE', about: 'Where: in the polygons of a GeoJSON file.' },
  radius: { type: 'string', value: 'METRES', about: 'With --near: 800, 800m or 2km. Default: 1km.' },
  category: {
    type: 'string',
    value: 'LIST',
    about: 'Only these categories, comma-separated: cafe,shop/bakery. Then QUERY may be left out.',
  },
  providers: {
    type: 'string',
    value: 'LIST',
    about: 'Search several maps, comma-separated: osm-file,overture. Default: one.',
  },
  limit: { type: 'string', value: 'NUMBER', about: 'Stop after this many places; that exits with 3.' },
  contacts: {
    type: 'boolean',
    about: 'Also read the websites of the places for e-mails, phones and profiles.',
  },
  language: {
    type: 'string',
    value: 'TAG',
    about: 'Of names and labels: en, de, pt-BR. Default: local names.',
  },
  columns: {
    type: 'string',
    value: 'LIST',
    about: 'Only these columns, comma-separated; * is all of them as flat values.',
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    about:
      'csv, json, ndjson, geojson, xlsx, parquet or table. Default: what the name of FILE says, else table.',
  },
  out: { type: 'string', value: 'FILE', about: 'Where the places go. Default: standard output.' },
}
