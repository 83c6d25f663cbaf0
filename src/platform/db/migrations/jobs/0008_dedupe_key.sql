-- One job for equal requests: of the jobs with one dedupe key, at most one is unfinished. A job that was asked to stop has
-- given its key up.
alter table jobs
  add column dedupe_key text collate "C",
  -- How many requests share the job: the last one that leaves cancels it. Null without a key.
  add column waiters integer;

-- A job without a key is not in it and costs it nothing.
create unique index jobs_dedupe on jobs (dedupe_key)
  where dedupe_key is not null and cancel_requested_at is null and state in ('scheduled', 'queued', 'running');
