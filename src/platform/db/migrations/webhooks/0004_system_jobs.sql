-- Deliveries and received webhooks are jobs: the job of a record has its id, and waits, leases and receivers are those of jobs.

update webhook_attempts a set error = 'sender_lost'
from webhook_records r
where r.id = a.record_id and r.status = 'delivering' and a.duration_ms is null and a.error is null;

-- As if they had been scheduled: the job engine lets them in one receiver beside the other.
insert into jobs (
  id, type, kind_of_work, state, priority, rank, fairness_key, domain, input, metadata, max_deliveries, max_failures,
  scheduled_for, created_at
)
select id, case direction when 'outgoing' then 'system.deliver' else 'system.process' end, 'system', 'scheduled', 5,
  2 * row_number() over (order by coalesce(next_attempt_at, created_at), id) + 1, '',
  case when direction = 'outgoing' then 'webhook ' || lane end, 'null', '{}', 32767, 32767,
  coalesce(next_attempt_at, now()), created_at
from webhook_records
where completed_at is null;

-- Receivers that asked to be left alone stay so.
insert into job_domains (domain, running, closed_until, closed_reason)
select 'webhook ' || lane, 0, closed_until, 'it asked so' from webhook_lanes where closed_until > now()
on conflict (domain) do nothing;

drop table webhook_lanes;
drop index webhook_records_due;
drop index webhook_records_leased;
drop index webhook_records_to_process;

alter table webhook_records
  -- That a record is being delivered now, and when its next attempt is due, is in its job.
  drop constraint webhook_records_check,
  drop constraint webhook_records_status_check,
  drop column lease_token,
  drop column lease_expires_at,
  drop column next_attempt_at;
update webhook_records set status = case failures when 0 then 'pending' else 'retrying' end where status = 'delivering';
alter table webhook_records
  add constraint webhook_records_status_check
    check (status in ('pending', 'retrying', 'delivered', 'failed', 'discarded'));

-- What only an operator may learn of an error, such as the inner address that the name of a receiver leads to.
alter table webhook_attempts add column operator_detail text;
