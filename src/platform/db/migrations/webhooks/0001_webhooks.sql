-- Webhooks: the endpoints, what is to be delivered where, and how each attempt went.

create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  description text,
  -- Null: all events.
  events text[],
  include text not null default 'summary' check (include in ('summary', 'result')),
  -- AES-256-GCM under a key made from the key pepper: the secret; the headers as JSON.
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_until timestamptz,
  headers_sealed bytea,
  header_names text[] not null default '{}',
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'user')),
  disabled_at timestamptz,
  -- Since the last success; null where the last attempt succeeded or there was none.
  failing_since timestamptz,
  failures_in_row integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'disabled') = (disabled_at is not null))
);
create index webhook_endpoints_enabled on webhook_endpoints (id) where status = 'enabled';

-- What a search, or anything else that is no job, is to be announced to; taken out with the announcement.
create table webhook_wishes (
  subject_id uuid primary key,
  target jsonb not null
);

-- The order in which events happened; holes are normal.
create sequence webhook_sequence;

create table webhook_records (
  id uuid primary key,
  direction text not null check (direction in ('outgoing', 'incoming')),
  -- The webhook-id header: the same for all records of one event and for their replays.
  message_id text not null,
  event text not null,
  -- Who sent an incoming one.
  source text,
  -- The kept endpoint, or null for an address that a request named.
  endpoint_id uuid,
  -- What is delivered one beside the other shares a lane and its limits.
  lane text,
  url text,
  -- Secret and headers of an address that a request named, sealed.
  sealed bytea,
  subject_id text,
  body text not null,
  status text not null check (
    status in ('pending', 'delivering', 'retrying', 'delivered', 'failed', 'discarded')
  ),
  attempts integer not null default 0,
  failures integer not null default 0,
  last_status_code smallint,
  last_error text,
  next_attempt_at timestamptz,
  lease_token uuid,
  lease_expires_at timestamptz,
  replay_of uuid,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  check ((status = 'delivering') = (lease_token is not null)),
  check ((status in ('delivered', 'failed', 'discarded')) = (completed_at is not null))
) with (fillfactor = 80);
create index webhook_records_due on webhook_records (lane, next_attempt_at)
  where status in ('pending', 'retrying') and direction = 'outgoing';
create index webhook_records_leased on webhook_records (lease_expires_at) where status = 'delivering';
create index webhook_records_open on webhook_records (id) where completed_at is null;
create index webhook_records_ended on webhook_records (completed_at) where completed_at is not null;
create index webhook_records_of_endpoint on webhook_records (endpoint_id, id);
create index webhook_records_replays on webhook_records (replay_of) where replay_of is not null;
create unique index webhook_records_incoming on webhook_records (source, message_id)
  where direction = 'incoming' and replay_of is null;

create table webhook_attempts (
  record_id uuid not null references webhook_records on delete cascade,
  number integer not null,
  at timestamptz not null default now(),
  -- Null while it runs, and where the sender was lost.
  duration_ms integer,
  status_code smallint,
  error text,
  response text,
  signatures smallint not null default 0,
  primary key (record_id, number)
);

-- One row for each receiver: its lock is what makes the limit of deliveries at once hold over all replicas.
create table webhook_lanes (
  lane text primary key,
  running integer not null default 0,
  -- When the next of its records is due; null: none waits.
  due_at timestamptz,
  -- The receiver asked to be left alone until then.
  closed_until timestamptz
) with (fillfactor = 50);
create index webhook_lanes_due on webhook_lanes (due_at) where due_at is not null;
