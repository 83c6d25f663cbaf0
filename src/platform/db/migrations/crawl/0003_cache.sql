-- What was fetched and what was made of it, kept to be given again. None of it is a state of record: it may all go at any
-- moment. So the tables are unlogged: to keep a page writes no log and waits for no disk. A crash of the server empties them.

-- Whole answers, for equal requests.
create unlogged table cache_results (
  -- SHA-256 of the normal URL, the options that matter, the extractor and its version.
  key text collate "C" not null,
  -- Whom alone it may be given to: its files belong to one key. '' is everybody.
  owner text collate "C" not null,
  extractor text not null,
  url text not null,
  -- Where the redirects led, so that a purge by either address finds it. Purges are rare and read the whole table: no
  -- index has to be kept for them.
  final_url text not null,
  host text not null,
  final_host text not null,
  job_id uuid not null,
  -- The answer without `cache`, as JSON text: sent on without being read.
  answer text not null,
  bytes bigint not null,
  -- When the oldest page in it was fetched or confirmed.
  fresh_from timestamptz not null,
  stored_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz not null default now(),
  primary key (key, owner)
);
create index cache_results_used on cache_results (last_used_at);
create index cache_results_expiring on cache_results (expires_at);

-- Fetched pages, for all extractors.
create unlogged table cache_snapshots (
  key text collate "C" primary key,
  url text not null,
  final_url text not null,
  host text not null,
  final_host text not null,
  -- Status, headers, redirects, verdict of robots.txt, the headers that `Vary` names.
  answer json not null,
  -- Of the decoded body.
  sha256 text not null,
  -- The compressed body: a small one here, a large one as a blob.
  body bytea,
  blob text collate "C" references blobs,
  bytes bigint not null,
  stored_at timestamptz not null default now(),
  fresh_from timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz not null default now(),
  check ((body is null) <> (blob is null))
);
-- It is compressed already.
alter table cache_snapshots alter column body set storage external;
create index cache_snapshots_used on cache_snapshots (last_used_at);
create index cache_snapshots_expiring on cache_snapshots (expires_at);
create index cache_snapshots_of_blob on cache_snapshots (blob) where blob is not null;

-- Which job fetches a page while others wait for it.
create unlogged table cache_fetches (
  key text collate "C" primary key,
  holder text not null,
  held_until timestamptz not null
);

-- Which job works for all who sent the same request.
create unlogged table cache_flights (
  key text collate "C" primary key,
  job_id uuid not null,
  -- How many replicas and background requests want it: a client that goes away ends the job only where it was the last.
  interest integer not null,
  started_at timestamptz not null
);
create index cache_flights_of_job on cache_flights (job_id);

-- What was purged when: work that began before must not bring it back. Null: any.
create unlogged table cache_purges (
  at timestamptz not null default clock_timestamp(),
  extractor text,
  url text,
  host text
);

-- How often the cache served, added up over all replicas and restarts.
create table cache_counts (
  layer text not null,
  extractor text not null,
  outcome text not null,
  n bigint not null,
  since timestamptz not null default now(),
  primary key (layer, extractor, outcome)
);
