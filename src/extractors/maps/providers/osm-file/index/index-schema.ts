// The tables of an index: one read-only SQLite file for one version of what it is made of.

/** Part of the name of the index file: a change here makes every index be built again. */
export const INDEX_SCHEMA_VERSION = 16

export const INDEX_SCHEMA = `
create table meta (key text primary key, value text) without rowid;

-- key is osmKey(): type and id in one number. folded holds the names, ' | ' between them.
create table place (
  key integer primary key,
  named integer not null,
  -- 0 for a landmark: it is found by its kind, and by its name where no place has it.
  is_place integer not null,
  lat real not null,
  lng real not null,
  -- Whether the file lacks a part of its geometry.
  approximate integer not null,
  country text,
  -- JSON: what the boundaries say about its address (PlaceRegions).
  regions text,
  folded text not null,
  tags text not null
);

-- The outline or the line of a place that is no node, as GeoJSON.
create table place_geometry (key integer primary key, geometry text not null);

-- JSON: a place of a source with ids and fields of its own, beside its tags in the tables for places.
create table place_record (key integer primary key, id text not null unique, record text not null);

-- What was a place once. These stand in the table for categories, by what they were.
create table closed (
  key integer primary key,
  lat real not null,
  lng real not null,
  approximate integer not null,
  country text,
  -- As in place.
  regions text,
  tags text not null
);

-- Of these the file holds no node. They stand in the tables for categories and text as places do.
create table unplaced (
  key integer primary key,
  named integer not null,
  is_place integer not null,
  -- Only where a tag names it.
  country text,
  folded text not null,
  tags text not null
);

-- amenity/cafe, what narrows it down (cuisine/pizza, religion/christian, brand:wikidata/Q37158), what it offers
-- besides (service:vehicle:tyres/yes), and access/private for what not everybody may use.
create table place_category (
  category text not null,
  key integer not null,
  named integer not null,
  primary key (category, key)
) without rowid;

create virtual table place_box using rtree(key, west, east, south, north);

-- The text is folded before it comes here, so that words are what stands between spaces.
create virtual table place_text using fts5(name, address, other, content='', columnsize=0, detail=column, tokenize='ascii');
-- What mappers wrote of a place in sentences: no text that a query is taken for, as long as anything else has its words.
create virtual table place_described using fts5(description, content='', columnsize=0, detail=none, tokenize='ascii');
create virtual table place_grams using fts5(name, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1');
-- The pairs of characters of the names in scripts without spaces, which need no third one to be found by.
create virtual table place_pairs using fts5(pairs, content='', columnsize=0, detail=none, tokenize='ascii');

-- names is JSON by language; geometry is GeoJSON; radius_m is for a place that is only a point; an area with neither is known, but not in the file.
create table area (
  key integer primary key,
  kind text not null,
  name text not null,
  names text not null,
  rank integer not null,
  population integer not null,
  country text,
  lat real not null,
  lng real not null,
  geometry text,
  radius_m real,
  gap_share real not null,
  missing_ways integer not null,
  -- 1: geometry is what lies within the border of the file.
  cut integer not null,
  -- Of an administrative boundary.
  level integer,
  -- The part of ISO 3166-2 behind the country: BC.
  code text,
  -- JSON: names of what is around it, the nearest first.
  parents text not null
);
create table area_name (folded text not null, area integer not null, primary key (folded, area)) without rowid;

-- What people find their way by and what is no place: parts of streets and of shores, harbours, lakes, buildings. points is JSON: [lng, lat] along it; sort is the highway of a street.
create table spot (
  key integer primary key,
  kind text not null,
  name text not null,
  names text not null,
  lat real not null,
  lng real not null,
  known integer not null,
  points text not null,
  sort text,
  parents text
);
create table spot_name (folded text not null, spot integer not null, primary key (folded, spot)) without rowid;
-- natural/water: what may be asked for by a word for its kind.
create table spot_kind (kind text not null, spot integer not null, primary key (kind, spot)) without rowid;

-- What a map draws below the places: GeoJSON, from a zoom on.
create table basemap (key integer primary key, kind text not null, min_zoom integer not null, name text, geometry text not null);
create virtual table basemap_box using rtree(key, west, east, south, north, min_zoom, max_zoom);

-- House numbers; street is folded. ref is the node that a building gets its point from.
create table address (
  street text not null,
  number text not null,
  postcode text,
  city text,
  lat real,
  lng real,
  ref integer
);
`

/** Made when the tables are filled. */
export const INDEX_SCHEMA_END = `
create index address_street on address (street, number) where lat is not null;
create index address_postcode on address (postcode) where lat is not null and postcode is not null;
`
