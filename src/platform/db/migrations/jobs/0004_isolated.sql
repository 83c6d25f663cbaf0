-- Jobs whose worker was lost are delivered apart from each other: one of them may be what takes workers down.

-- From the loss of a lease until a delivery ends with a report. While such a job is queued it is parked as well, so that the
-- claims that look at the line pass it over.
alter table jobs add column isolated boolean not null default false;

create index jobs_isolated on jobs (type, priority desc, rank, id) where isolated and state = 'queued';
create index jobs_isolated_running on jobs (worker_id) where isolated and state = 'running';
