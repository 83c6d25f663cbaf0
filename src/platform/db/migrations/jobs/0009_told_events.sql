-- The ordinary life of a job (enqueued, claimed, succeeded) is told by its own columns; only other events are rows.

alter table jobs
  -- The number of its last event. Each transition adds one.
  add column last_event bigint not null default 1,
  -- The beginning of the latest delivery.
  add column claimed_at timestamptz;

alter table job_events rename to job_event_rows;
alter table job_event_rows alter column seq drop identity;
alter index job_events_of_job rename to job_event_rows_of_job;

-- What has ended has no further events, and all of its events are rows.
update jobs j set last_event = e.seq
from (select job_id, max(seq) as seq from job_event_rows group by job_id) as e
where j.id = e.job_id and j.completed_at is null;

-- From now on the end of a delivery writes its beginning as well, unless that is told by the columns for ever.
with told as (
  delete from job_event_rows r using jobs j
  where j.id = r.job_id and j.last_event = r.seq and r.event = 'claimed' and j.state = 'running'
  returning r.job_id, r.at
)
update jobs j set claimed_at = t.at from told t where j.id = t.job_id;

-- All events, as callers see them. Their numbers grow within a job.
create view job_events as
  select seq, job_id, event, from_state, to_state, at, worker_id, delivery, error, operator_detail from job_event_rows
  union all
  select 1, j.id, 'enqueued', null, 'queued', j.created_at, null, 0::smallint, null, null from jobs j
  where not starts_with(j.type, 'system.')
    and not exists (select from job_event_rows r where r.job_id = j.id and r.event = 'enqueued')
  union all
  select j.last_event - (j.state = 'succeeded')::integer, j.id, 'claimed', 'queued', 'running', j.claimed_at,
    j.worker_id, j.deliveries, null, null from jobs j
  where not starts_with(j.type, 'system.') and j.claimed_at is not null and j.cancel_requested_at is null
    and j.state in ('running', 'succeeded')
  union all
  select j.last_event, j.id, 'completed', 'running', 'succeeded', j.completed_at, j.worker_id, j.deliveries, null, null
  from jobs j
  where not starts_with(j.type, 'system.') and j.claimed_at is not null and j.state = 'succeeded';
