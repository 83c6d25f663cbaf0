-- The places service: sessions, searches and their cells, places, who they are and where they were seen.

create table sessions (
  id uuid primary key,
  searches integer not null default 0,
  places integer not null default 0,
  created_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now()
);

create table searches (
  id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  -- The job that plans it, and from which the jobs of its cells descend.
  plan_job_id uuid,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'partially_succeeded', 'failed', 'cancelled')),
  -- The body of the request as it was accepted, and the bounds in it.
  request json not null,
  place_limit integer,
  max_requests integer,
  max_seconds integer,
  -- What planning found out; null before.
  provider text,
  area json,
  page_size integer,
  max_results integer,
  attribution json not null default '[]',
  -- The completeness manifest, written with the pages that it counts.
  cells_planned integer not null default 0,
  cells_done integer not null default 0,
  cells_failed integer not null default 0,
  cells_saturated integer not null default 0,
  cells_split integer not null default 0,
  requests integer not null default 0,
  raw integer not null default 0,
  duplicate integer not null default 0,
  outside integer not null default 0,
  kept integer not null default 0,
  newly_stored integer not null default 0,
  -- Cells that still have to end; the one that brings it to zero ends the search.
  open_cells integer not null default 0,
  complete boolean,
  reasons json not null default '[]',
  error json,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz
);
create index searches_by_session on searches (session_id, id);

create table cells (
  id uuid primary key,
  search_id uuid not null references searches on delete cascade,
  parent_id uuid,
  -- West, south, east, north; null: the whole of an extract.
  bbox double precision[],
  depth integer not null,
  state text not null default 'open' check (state in ('open', 'done', 'split', 'failed', 'cut')),
  -- The checkpoint: pages stored so far, and where the next one begins.
  pages integer not null default 0,
  next_cursor text,
  raw integer not null default 0,
  -- Where the places lie that a capped provider showed of the cell: lng, lat, lng, lat, …
  sample double precision[] not null default '{}',
  -- Of a split cell: how many points of its sample lie in those of its parts that were searched to the end, and how many
  -- places these parts hold. Their ratio tells how many places stand behind each point of the sample elsewhere.
  seen_sample integer not null default 0,
  seen_places integer not null default 0,
  -- Requests that ended badly: the number is part of the idempotency key of the next one.
  attempts integer not null default 0,
  -- Those of them that count against the cell.
  failures integer not null default 0,
  saturated boolean not null default false,
  partial_reason text,
  cut_code text,
  error json
);
create index cells_by_search on cells (search_id);

create table places (
  id uuid primary key,
  -- The provider of the last observation.
  provider text not null,
  -- The place without id and dates, as the wire shows it.
  content json not null,
  content_hash uuid not null,
  -- What lists filter and sort by, taken from the content.
  sort_name text collate "C" not null,
  match_text text not null,
  words tsvector not null,
  position point not null,
  categories text[] not null,
  country_code text,
  region text,
  city text,
  has_website boolean not null,
  has_phone boolean not null,
  has_email boolean not null,
  rating double precision,
  status text not null,
  timezone text,
  -- Minutes of the week, Monday 00:00 = 0, at which it is open; null: not known.
  open_minutes int4multirange,
  changed_at timestamptz not null default now()
);
create index places_by_name on places (sort_name, id);
create index places_by_position on places using gist (position);
create index places_by_match_text on places using gin (match_text gin_trgm_ops);
create index places_by_words on places using gin (words);
create index places_by_category on places using gin (categories);
create index places_by_change on places (changed_at);
create index places_by_rating on places (rating) where rating is not null;
-- The browse views count by these without reading the content.
create index places_by_categories on places (categories);
create index places_by_city on places (country_code, region, city);
create index places_by_facts on places (provider, status, has_website, has_phone, has_email, (rating is not null));

-- How a category is called, as it was first seen.
create table category_labels (
  id text primary key,
  label text not null
);

-- The tables below take several rows for each place that a page brings. Foreign keys would check each of them once more,
-- a third of the work of storing it; whoever deletes a place, a search or a session deletes here as well.

-- Apart from places, because every observation writes here, and rewriting a place would touch all its indexes.
create table sightings (
  place_id uuid primary key,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  changes integer not null default 0
);
create index sightings_newest on sightings (last_seen_at, place_id);

-- Every spelling of a provider's own id leads to one place.
create table place_aliases (
  scheme text not null,
  value text not null,
  place_id uuid not null,
  primary key (scheme, value)
);
create index place_aliases_by_place on place_aliases (place_id);

-- The payloads of the new and changed places of a page, one JSON array: a page compresses six times better than a place.
create table payload_pages (
  id uuid primary key,
  fetched_at timestamptz not null default now(),
  payloads_zstd bytea not null
);

-- Where the last payload of a place stands, so that a better parser can run again without fetching.
create table place_payloads (
  place_id uuid not null,
  provider text not null,
  page_id uuid not null,
  -- Index into the array.
  position integer not null,
  primary key (place_id, provider)
);
create index place_payloads_by_page on place_payloads (page_id);

create table search_places (
  search_id uuid not null,
  place_id uuid not null,
  primary key (search_id, place_id)
);
create index search_places_by_place on search_places (place_id);

create table session_places (
  session_id uuid not null,
  place_id uuid not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- In how many searches of the session it was seen.
  seen_in integer not null default 1,
  primary key (session_id, place_id)
);
create index session_places_by_place on session_places (place_id);

create table reviews (
  id uuid primary key,
  place_id uuid not null references places on delete cascade,
  provider text not null,
  source_id text not null,
  rating double precision,
  text text,
  language text,
  author text,
  published_at timestamptz,
  owner_reply text,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unique (provider, source_id)
);
create index reviews_by_place on reviews (place_id, id);
