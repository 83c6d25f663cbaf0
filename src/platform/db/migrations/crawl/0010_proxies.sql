-- The proxy pool: proxies in groups, their health, and who has leased them.
create table proxy_groups (
  name text collate "C" primary key,
  strategy text not null default 'best',
  -- Where a proxy comes from when this group has none to give.
  fallback_group text collate "C" references proxy_groups (name) on delete set null,
  default_ttl_ms integer not null default 120000,
  sticky_ttl_ms integer not null default 600000,
  -- Null: as many as they carry.
  budget_bytes_per_day bigint,
  -- Of the day in UTC that `bytes_day` names.
  bytes_today bigint not null default 0,
  bytes_day date not null default (now() at time zone 'utc')::date,
  -- When receivers were told last that the group has nothing to give.
  exhausted_at timestamptz,
  created_at timestamptz not null default now()
);

create table proxies (
  id uuid primary key,
  group_name text collate "C" not null references proxy_groups (name),
  label text,
  protocol text not null,
  host text not null,
  port integer not null,
  -- User name and password, encrypted for this id. Null: the proxy asks for none.
  credentials bytea,
  -- Of protocol, address and user name: each is here once.
  digest text not null unique,
  kind text not null,
  country text,
  city text,
  asn integer,
  dns text not null,
  max_concurrency integer not null,
  weight float8 not null,
  cost_per_gb float8,
  tags text[] not null default '{}',

  state text not null default 'new',
  disabled_reason text,
  -- Moving average of what its leases ended with.
  score float8 not null default 1,
  -- Both in a row.
  failures integer not null default 0,
  coolings integer not null default 0,
  cooldown_until timestamptz,
  last_error text,
  last_error_at timestamptz,
  -- Milliseconds, of its last answers, the newest last.
  latencies integer[] not null default '{}',

  -- Held leases. Only a statement that checks the bound adds to it.
  leased integer not null default 0,
  leased_at timestamptz,
  leases bigint not null default 0,
  requests bigint not null default 0,
  bytes bigint not null default 0,
  created_at timestamptz not null default now()
);
create index proxies_of_group on proxies (group_name, leased_at nulls first);

-- What a proxy is worth for one domain; an entry that was not written for a day says nothing any more.
create table proxy_domains (
  proxy_id uuid not null references proxies (id) on delete cascade,
  -- Registrable.
  domain text collate "C" not null,
  score float8 not null,
  failures integer not null,
  coolings integer not null,
  cooldown_until timestamptz,
  blocked integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (proxy_id, domain)
);
create index proxy_domains_updated on proxy_domains (updated_at);

create table proxy_leases (
  id uuid primary key,
  -- Without a reference: the lease of a deleted proxy is still answered for.
  proxy_id uuid not null,
  group_name text collate "C" not null,
  owner text collate "C" not null,
  job_id uuid,
  domain text collate "C",
  session_key text collate "C",
  state text not null default 'active',
  -- The one lease that shows whether a proxy that cooled down is well again.
  is_probe boolean not null,
  leased_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  status_code integer,
  latency_ms integer,
  bytes bigint
);
create index proxy_leases_expiring on proxy_leases (expires_at) where state = 'active';
create index proxy_leases_held on proxy_leases (proxy_id) where state = 'active';
create index proxy_leases_ended on proxy_leases (ended_at) where state <> 'active';

-- Which proxy the requests of one session go through.
create table proxy_sessions (
  owner text collate "C" not null,
  session_key text collate "C" not null,
  -- The group that was asked for; empty: any.
  group_name text collate "C" not null,
  proxy_id uuid not null references proxies (id) on delete cascade,
  -- It failed: the next lease takes another one.
  is_broken boolean not null default false,
  expires_at timestamptz not null,
  primary key (owner, session_key, group_name)
);
create index proxy_sessions_expiring on proxy_sessions (expires_at);

-- What leases ended with, by five minutes, for a day.
create table proxy_outcomes (
  proxy_id uuid not null references proxies (id) on delete cascade,
  bucket timestamptz not null,
  outcome text not null,
  count bigint not null,
  bytes bigint not null,
  primary key (proxy_id, bucket, outcome)
);
create index proxy_outcomes_bucket on proxy_outcomes (bucket);
