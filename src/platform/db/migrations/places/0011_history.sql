-- What became different in places, and which of them their source no longer has.

-- One row for each field that an observation changed. Places that are seen unchanged, or for the first time, write none.
create table place_changes (
  id bigint generated always as identity primary key,
  place_id uuid not null,
  -- The time of the transaction that wrote the new value.
  at timestamptz not null default now(),
  -- What the change means to a reader: 'moved', 'closed', 'phone', …
  kind text not null,
  -- The path of the field: 'phone', 'names.fr', 'address.street'.
  field text not null,
  -- JSON null: not known.
  from_value json not null,
  to_value json not null,
  -- What brought the new value: 'search', 'vanished', 'enrichment', 'merge' or 'reparse'.
  source text not null,
  -- Whose value it is.
  provider text not null,
  -- Null for a change that no search brought. Both may name what was deleted since.
  search_id uuid,
  session_id uuid
);
create index place_changes_by_place on place_changes (place_id, id);
create index place_changes_by_session on place_changes (session_id, id) where session_id is not null;

alter table sightings
  -- When a complete search of its area did not find it any more; null: it was found last time, or nobody looked.
  add column missing_since timestamptz;

-- Runs that read the kept payloads again, each with its checkpoint.
create table reparses (
  -- Also the uuid of the job.
  id uuid primary key,
  -- The last page of payloads that was read; null: none.
  after uuid,
  pages integer not null default 0,
  places integer not null default 0,
  changed integer not null default 0,
  unread integer not null default 0
);
