-- Searches that run again and again.

create table schedules (
  id uuid primary key,
  owner text not null,
  -- The body of the search, without schedule and webhook.
  request json not null,
  -- Where the ends of its runs are announced; '{}' without an address.
  target json not null,
  -- Either of the two.
  cron text,
  every_ms bigint,
  timezone text not null,
  next_at timestamptz not null,
  runs integer not null default 0,
  -- Times that passed while the run before had not ended, or while the service was away.
  skipped integer not null default 0,
  -- Why the last time brought no search; null: it did.
  error json,
  created_at timestamptz not null default now()
);
create index schedules_by_time on schedules (next_at);

alter table searches add column schedule_id uuid;
create index searches_of_schedule on searches (schedule_id, id) where schedule_id is not null;
