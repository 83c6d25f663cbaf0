-- With the jobs that wait for their children: a list of what runs reads all of it, and no other job.
drop index jobs_leased;
create index jobs_running on jobs (worker_id) where state = 'running';
