-- What all workers together may ask of a host or of a service with a policy: who holds a permit, and what was granted.

create table permit_resources (
  resource text primary key,
  last_grant_at timestamptz,
  -- Retry-After, and what else says that nobody should come for a while.
  closed_until timestamptz,
  -- Share of the configured pace, 1 at best: halved by each push-back, regained in steps.
  rate float8 not null default 1,
  -- The number of the newest row in permit_grants.
  grants bigint not null default 0
);

create table permits (
  id uuid primary key,
  resource text not null references permit_resources on delete cascade,
  -- A holder that is silent until then has lost it: a worker that was killed.
  expires_at timestamptz not null
);
create index permits_resource on permits (resource, expires_at);

-- The newest grants of resources with a limit for each day; numbered, so that "the 10,000th before this one" is one row.
create table permit_grants (
  resource text not null references permit_resources on delete cascade,
  number bigint not null,
  granted_at timestamptz not null,
  primary key (resource, number)
);
