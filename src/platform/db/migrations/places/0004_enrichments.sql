-- Enrichment: what was asked about places, and the contacts that it added to them.

create table enrichments (
  -- Also the uuid of the job that sends it to crawl.
  id uuid primary key,
  place_id uuid not null references places on delete cascade,
  -- The search that asked for it; null: a caller did.
  search_id uuid references searches on delete set null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'no_website', 'failed', 'cancelled')),
  -- The address given in the request; null: that of the place when the request is sent.
  given_website text,
  -- The address that was sent.
  website text,
  -- { fields, maxPages, maxAgeMs } as the caller gave them.
  options json not null default '{}',
  -- Requests to crawl: the number is part of the idempotency key.
  attempts integer not null default 0,
  crawl_job_id text,
  sent_at timestamptz,
  -- How the end was learned: 'answer', 'callback' or 'check'.
  reported_by text,
  -- What crawl found, as it came; and which values of it the place did not have.
  result json,
  added json,
  error json,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
-- A place is enriched by one request at a time; another one joins it.
create unique index enrichments_open on enrichments (place_id) where completed_at is null;
create index enrichments_of_place on enrichments (place_id, id);
create index enrichments_of_search on enrichments (search_id) where search_id is not null;

-- The contacts that belong to a place beside what its provider says: kept apart, because each observation of the provider
-- writes the content of the place again.
create table place_contacts (
  place_id uuid primary key references places on delete cascade,
  contacts json not null,
  -- Which of them stand in the content now.
  added json not null,
  fetched_at timestamptz not null
);
