-- What only an operator may learn of an error: apart from it, so that whoever passes the error on cannot pass this on with it.
alter table jobs add column operator_detail text;
alter table job_events add column operator_detail text;
