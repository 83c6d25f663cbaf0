-- The place of a job in the batch that it belongs to, and a way from a job to its retries.

-- Null for a job of no batch. Before, it stood in the metadata, which are the caller's.
alter table jobs add column batch_index integer;
update jobs set batch_index = (metadata ->> 'item')::integer, metadata = metadata - 'item'
where in_batch and metadata ->> 'item' ~ '^[0-9]{1,6}$';

create index jobs_of_retry on jobs (retry_of) where retry_of is not null;
