-- The job that a kept answer tells of: the answer goes with it.
alter table idempotency_keys add column job_id uuid;
create index idempotency_keys_job on idempotency_keys (job_id) where job_id is not null;
