-- Places that are probably one: proposed, accepted, rejected, and undone again.

-- The places that a merged place was made of, each as its provider gave it. The one that stays has a row with its own id;
-- the others have left `places` and come back from here when the merge is undone. Only merged places have rows.
create table place_parts (
  id uuid primary key,
  place_id uuid not null,
  provider text not null,
  content json not null,
  content_hash uuid not null
);
create index place_parts_by_place on place_parts (place_id);

create table merges (
  id uuid primary key,
  -- The older of the two, which stays.
  place_id uuid not null,
  other_id uuid not null,
  status text not null default 'proposed' check (status in ('proposed', 'accepted', 'rejected')),
  -- From 0 to 1, with what speaks for and against it.
  score double precision not null,
  evidence json not null default '[]',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- Of an accepted one: what has to be put back.
  undo json,
  unique (place_id, other_id)
);
create index merges_by_score on merges (status, score desc, id desc);
create index merges_by_other on merges (other_id);

-- Every decision, the newest last.
create table merge_log (
  id bigint generated always as identity primary key,
  merge_id uuid not null references merges on delete cascade,
  action text not null,
  at timestamptz not null default now(),
  -- The key that decided; null: the service itself.
  by text
);
create index merge_log_by_merge on merge_log (merge_id, id);

-- A place is found by its Wikidata item as by its other words.
update places set words = words || to_tsvector('simple', (
  select string_agg('wikidata' || lower(a ->> 'value'), ' ')
  from json_array_elements(content -> 'aliases') a where a ->> 'scheme' = 'wikidata'))
where content::text like '%"scheme":"wikidata"%';
