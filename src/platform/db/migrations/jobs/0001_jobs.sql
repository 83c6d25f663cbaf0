-- The job engine: the jobs, what happened to them, and who works on them.

create table jobs (
  id uuid primary key,
  type text not null,
  kind_of_work text not null,
  state text not null check (state in (
    'scheduled', 'queued', 'running',
    'succeeded', 'partially_succeeded', 'failed', 'dead', 'cancelled', 'expired'
  )),
  priority smallint not null check (priority between 0 and 9),
  -- The place in the line of its type and priority, stamped so that the jobs of several fairness keys interleave.
  rank bigint not null,
  fairness_key text,
  domain text,
  -- A queued job behind enough others of its domain, type and priority: claims need not look at it yet.
  parked boolean not null default false,
  input json,
  metadata jsonb not null,
  traceparent text,
  webhook jsonb,

  parent_id uuid,
  -- Its parent is a batch and counts its end.
  in_batch boolean not null default false,
  -- Not null makes the job the parent of a batch: it is running until its last child ends, and no worker claims it.
  children_total integer,
  children_succeeded integer not null default 0,
  children_failed integer not null default 0,
  children_cancelled integer not null default 0,

  deliveries smallint not null default 0,
  max_deliveries smallint not null,
  failures smallint not null default 0,
  max_failures smallint not null,
  progress jsonb,
  error jsonb,

  -- Of the latest delivery.
  worker_id uuid,
  -- Kept after the end, so that a repeated completion can be told from a stranger's.
  lease_token uuid,
  lease_expires_at timestamptz,

  cancel_requested_at timestamptz,
  cancel_cause text check (cancel_cause in ('user', 'parent')),
  cancel_reason text,

  scheduled_for timestamptz,
  -- The end of the wait for a first claim; null after it.
  queue_until timestamptz,
  deadline_at timestamptz,
  retry_of uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,

  check ((state = 'running' and children_total is null) = (lease_expires_at is not null)),
  check ((state in ('scheduled', 'queued', 'running')) = (completed_at is null))
) with (
  -- Renewals and progress change no indexed column: with room on the page they stay there.
  fillfactor = 85,
  -- The head of each line is left full of dead index entries; a late vacuum makes every claim walk over them.
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.05,
  autovacuum_vacuum_cost_delay = 0
);

-- Each of these has a condition that only its own queries name (rank, fairness_key, domain, worker_id): while the
-- statistics still say that nothing is queued, any of them would look as good as the right one.
create index jobs_claimable on jobs (type, priority desc, rank, id)
  where state = 'queued' and not parked and rank > 0;
create index jobs_of_key on jobs (type, priority, fairness_key, rank)
  where state = 'queued' and fairness_key is not null;
create index jobs_of_domain on jobs (parked, domain, type, priority, rank, id)
  where state = 'queued' and domain is not null;
create index jobs_leased on jobs (worker_id) where state = 'running' and children_total is null;
create index jobs_scheduled on jobs (scheduled_for) where state = 'scheduled';
create index jobs_unclaimed_until on jobs (least(queue_until, deadline_at))
  where state in ('scheduled', 'queued') and (queue_until is not null or deadline_at is not null);
create index jobs_of_parent on jobs (parent_id) where parent_id is not null;
create index jobs_ended_badly on jobs (id)
  where state in ('partially_succeeded', 'failed', 'dead', 'cancelled', 'expired');

-- Apart from the jobs, so that rows that change often stay narrow.
create table job_results (
  job_id uuid primary key,
  result json
);

create table job_events (
  seq bigint generated always as identity,
  job_id uuid not null,
  event text not null,
  from_state text,
  to_state text not null,
  at timestamptz not null default now(),
  worker_id uuid,
  delivery smallint not null,
  error jsonb
);
create index job_events_of_job on job_events (job_id, seq);

-- Announcements of ended jobs, written with the end itself; delivering them is the business of the webhooks.
create table job_outbox (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null,
  event text not null,
  webhook jsonb not null,
  created_at timestamptz not null default now()
);

-- Jobs by type and state: each statement appends its differences, the sweep adds them up.
create table job_counts (
  type text not null,
  state text not null,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

-- Ends of children that their batch parent has not yet counted.
create table job_child_ends (
  parent_id uuid not null,
  succeeded integer not null,
  failed integer not null,
  cancelled integer not null
);
create index job_child_ends_of_parent on job_child_ends (parent_id);

-- How many jobs of a domain run; the row lock makes the limit hold over all replicas.
create table job_domains (
  domain text primary key,
  running integer not null
) with (fillfactor = 50);

create table queue_control (
  only_row boolean primary key default true check (only_row),
  state text not null check (state in ('running', 'paused', 'draining')),
  changed_at timestamptz not null default now()
);
insert into queue_control (state) values ('running');

create table workers (
  id uuid primary key,
  instance_id text not null unique,
  name text not null,
  version text not null,
  capabilities jsonb not null,
  tags jsonb not null,
  host jsonb,
  status text not null default 'running' check (status in ('running', 'quiet', 'draining')),
  -- What the operator wants of it; it hears of that with its next heartbeat.
  directive text not null default 'continue' check (directive in ('continue', 'quiet', 'drain', 'stop')),
  pressure jsonb,
  registered_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Unregistered or pruned: it claims and renews nothing until it registers again.
  gone_at timestamptz
) with (fillfactor = 50);
