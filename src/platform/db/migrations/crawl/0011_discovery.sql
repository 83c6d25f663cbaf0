-- Discovery: what visited pages held (signals), the patterns that are learned from it, and what is excluded.

create table discovery_signals (
  seq bigint generated always as identity primary key,
  -- Who sent it; '' is a worker with the end of a job. Ids of different senders do not meet.
  owner text collate "C" not null,
  -- Sent by a worker, whose word weighs more.
  is_trusted boolean not null,
  signal_id text collate "C" not null,
  type text not null,
  -- Without its query.
  url text not null,
  host text collate "C" not null,
  domain text collate "C" not null,
  template text collate "C",
  anchor text collate "C",
  language text collate "C" not null,
  chosen_by text,
  fields text[] not null,
  is_new boolean not null,
  -- Keyed hashes of its emails and phones.
  contacts text[] not null,
  -- Of a first page: { paths, anchors }, the templates of what it links; null: it does not say.
  linked json,
  job_id text,
  observed_at timestamptz not null,
  received_at timestamptz not null default now(),
  learned boolean not null default false,
  unique (owner, signal_id)
);
create index discovery_signals_unlearned on discovery_signals (seq) where not learned;
create index discovery_signals_received on discovery_signals (received_at);
create index discovery_signals_of_domain on discovery_signals (domain);
-- Pages of one template on one host: a calendar has any number of them.
create index discovery_signals_numbered on discovery_signals (host, template) where template like '%:%';

create table discovery_patterns (
  id uuid primary key,
  kind text not null check (kind in ('path', 'anchor')),
  template text collate "C" not null,
  -- '*' is any, 'und' a site that does not say.
  language text collate "C" not null,
  status text not null check (
    status in ('observed', 'candidate', 'proposed', 'active', 'dormant', 'retired', 'rejected', 'excluded')
  ),
  source text not null check (source in ('learned', 'builtin', 'manual')),
  -- What is expected before there are trials; null: nothing.
  prior_yield double precision,
  fields text[] not null default '{}',
  trials integer not null default 0,
  domains integer not null default 0,
  hits integer not null default 0,
  new_hits integer not null default 0,
  missing integer not null default 0,
  -- Sums of weights: all trials, hits, new hits; and those of visits without a link.
  weight double precision not null default 0,
  hit_weight double precision not null default 0,
  new_weight double precision not null default 0,
  blind_weight double precision not null default 0,
  blind_new_weight double precision not null default 0,
  lower5 double precision not null default 0,
  examples text[] not null default '{}',
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  status_since timestamptz not null default now(),
  evaluated_at timestamptz not null default now(),
  -- Who set the state by hand: the data leave it alone.
  decided_by text,
  note text,
  unique (kind, template, language)
);
create index discovery_patterns_of_status on discovery_patterns (status, id);
create index discovery_patterns_evaluated on discovery_patterns (evaluated_at)
  where trials > 0 or status <> 'observed';
create index discovery_patterns_seen on discovery_patterns (last_seen) where status = 'observed';

-- The vote of each site on each pattern: that of its newest trial.
create table discovery_sites (
  pattern_id uuid not null references discovery_patterns on delete cascade,
  domain text collate "C" not null,
  trials integer not null,
  -- Null: a link was seen and not followed.
  outcome text check (outcome in ('hit', 'empty', 'missing')),
  is_new boolean not null,
  is_blind boolean not null,
  weight double precision not null,
  observed_at timestamptz not null,
  primary key (pattern_id, domain)
);
create index discovery_sites_of_domain on discovery_sites (domain);

-- On which domains a contact was seen, by its keyed hash; no more rows than tell that many share it.
create table discovery_contacts (
  contact text collate "C" not null,
  domain text collate "C" not null,
  seen_at timestamptz not null default now(),
  primary key (contact, domain)
);
create index discovery_contacts_seen on discovery_contacts (seen_at);

create table discovery_exclusions (
  id uuid primary key,
  kind text not null,
  value text collate "C" not null,
  match text not null,
  scope text not null,
  reason text not null,
  note text,
  expires_at timestamptz,
  created_by text,
  created_at timestamptz not null default now(),
  hits bigint not null default 0,
  unique (kind, value, match, scope)
);
