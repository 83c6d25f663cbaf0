-- A page that is fetched again outdates the results that were made of it before, which are found by its address. A hash,
-- because an address may be longer than what an ordered index takes.
create index cache_results_of_url on cache_results using hash (url);
-- Whose job made a result: only that caller, and those who see all jobs, can follow its links.
alter table cache_results add column job_owner text;
