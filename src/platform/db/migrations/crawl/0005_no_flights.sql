-- Equal requests share a job by its dedupe key (jobs, migration 0008).
drop table cache_flights;
