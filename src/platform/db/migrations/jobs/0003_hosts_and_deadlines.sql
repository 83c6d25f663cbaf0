-- Hosts that asked to be left alone, those whom somebody waits for, and time limits that begin with the claim.

-- Until then no job of the domain is claimed; the reason is shown with the jobs that wait for it.
alter table job_domains
  add column closed_until timestamptz,
  add column closed_reason text;

alter table jobs
  -- Somebody waits for the answer: it goes before the background work of its key.
  add column waited_for boolean not null default false,
  -- From the first claim on, all attempts together; the claim brings deadline_at forward to it.
  add column timeout_ms integer,
  -- As asked for, from created_at on: what deadline_at was before the claim.
  add column deadline_ms bigint;

update jobs set
  deadline_ms = (extract(epoch from deadline_at - created_at) * 1000)::bigint,
  -- From now on rank is twice the place in the line, and one more for background work.
  rank = case when state in ('scheduled', 'queued') then rank * 2 + 1 else rank end
where deadline_at is not null or state in ('scheduled', 'queued');

drop index jobs_of_key;
create index jobs_of_key on jobs (type, priority, fairness_key, waited_for, rank)
  where state = 'queued' and fairness_key is not null;
