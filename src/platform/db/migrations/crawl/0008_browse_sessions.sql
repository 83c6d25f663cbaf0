-- What requests of one session carry over: cookies and local storage, encrypted, for minutes.
create table browse_sessions (
  -- Whose jobs may use it.
  owner text collate "C" not null,
  name text collate "C" not null,
  state bytea not null,
  cookies integer not null default 0,
  origins integer not null default 0,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (owner, name)
);
create index browse_sessions_expiring on browse_sessions (expires_at);
