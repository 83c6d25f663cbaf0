-- Which domains need a browser: evidence of `engine: auto`, shared by all replicas and their workers.
create table domain_engines (
  -- Registrable; the host of an address.
  domain text collate "C" primary key,
  -- One for each page that needed a browser, halved by each that HTTP sufficed for and by three days without either.
  score float8 not null,
  -- When it was that.
  seen_at timestamptz not null default now(),
  -- When one job is to try HTTP again, and how long after that the next one.
  retry_at timestamptz not null,
  retry_every interval not null
);
create index domain_engines_seen on domain_engines (seen_at);
