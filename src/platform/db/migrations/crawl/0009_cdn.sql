-- What stands before domains: CDNs, firewalls, bot walls, as reports of workers and clients show them.
create table cdn_domains (
  -- The host, with a port that is not the default.
  domain text collate "C" primary key,
  registrable_domain text collate "C" not null,
  -- unknown, suspected, confirmed, cleared; a suspected or confirmed one is stale from expires_at on.
  state text not null default 'unknown',
  -- Of providers that deliver or filter, the surest first.
  providers text[] not null default '{}',
  -- Since when and how long requests are known to be stopped; null: they are not.
  protection text not null default 'none',
  protected_until timestamptz,
  -- Evidence, last report and history; its shape is in src/crawl/cdn/cdn-record.ts.
  record jsonb not null default '{}',
  reports bigint not null default 0,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  last_confirmed_at timestamptz,
  expires_at timestamptz not null default now() + interval '7 days'
);
create index cdn_domains_seen on cdn_domains (last_seen_at);
create index cdn_domains_confirmed on cdn_domains (domain) where state = 'confirmed';

-- How requests to domains ended by engine and kind of proxy, where some were stopped.
create table domain_ways (
  -- Registrable; the host of an address.
  domain text collate "C" primary key,
  -- By engine and kind of proxy (`http/none`): its shape is in src/crawl/engines/ways.ts.
  ways jsonb not null,
  seen_at timestamptz not null default now()
);
create index domain_ways_seen on domain_ways (seen_at);
