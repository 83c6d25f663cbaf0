-- Without jobs that a worker has: a claim writes no entry for the owner, and there are never many of them.
drop index jobs_of_owner;
create index jobs_of_owner on jobs (coalesce(owner, fairness_key, ''), id)
  where not (state = 'running' and children_total is null);
