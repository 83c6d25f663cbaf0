-- How jobs ended, for statistics that outlive the jobs and never count them again.

-- Appended by each statement that ends jobs, in the transaction of the end; the sweep adds them to the hours.
create table job_ends (
  hour timestamptz not null,
  type text not null,
  state text not null,
  -- Of the error; '' where there is none.
  code text not null,
  -- A run of 1.2^step ms or a bit more (less than 1.2^(step + 1)); null where the job never ran.
  step smallint,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

create table job_hours (
  hour timestamptz not null,
  type text not null,
  state text not null,
  code text not null,
  step smallint,
  n bigint not null,
  unique nulls not distinct (hour, type, state, code, step)
);
