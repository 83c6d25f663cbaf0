-- Files that jobs made and callers brought. Their bytes are blobs, shared by all artifacts with the same content.

create table artifacts (
  id uuid primary key,
  -- Null where a caller brought it.
  job_id uuid references jobs on delete cascade,
  -- Who may use it without a scope for all artifacts: the key that uploaded it or that the job is of.
  owner text not null,
  kind text not null,
  media_type text not null,
  filename text,
  width integer,
  height integer,
  pages integer,
  sha256 text collate "C" not null,
  bytes bigint not null,
  -- Null once it has expired: the row stays a while to say so.
  blob text collate "C" references blobs,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
-- A job that runs again saves the same content as the same artifact.
create unique index artifacts_of_job on artifacts (job_id, kind, sha256) where job_id is not null;
create index artifacts_of_blob on artifacts (blob) where blob is not null;
create index artifacts_expiring on artifacts (expires_at) where blob is not null;
