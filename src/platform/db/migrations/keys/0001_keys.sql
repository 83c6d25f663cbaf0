-- API keys, answers kept for Idempotency-Key, and what is left of each rate limit.

create table api_keys (
  id uuid primary key,
  name text not null,
  -- What a list shows of the key: enough to tell keys apart, too little to guess one.
  prefix text not null,
  environment text not null check (environment in ('live', 'test')),
  -- HMAC-SHA-256 of the whole key; the key itself is nowhere.
  hash bytea not null unique check (length(hash) = 32),
  -- Which pepper made the hash: with another one the key cannot be recognised.
  pepper_id bytea not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  replaced_by uuid references api_keys (id)
);

create table idempotency_keys (
  caller text not null,
  key text not null,
  -- The request that holds the key until `locked_until`.
  lock uuid not null,
  -- SHA-256 of method, path and body.
  fingerprint bytea not null,
  locked_until timestamptz not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The answer; null while the request runs.
  status smallint,
  headers jsonb,
  body text,
  primary key (caller, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- Unlogged: a bucket that is lost with a crash of the database is a full one, which a second without requests makes too.
create unlogged table rate_limits (
  subject text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null,
  -- What the last reservation got; it travels back with `returning`.
  granted integer not null
) with (fillfactor = 50);
