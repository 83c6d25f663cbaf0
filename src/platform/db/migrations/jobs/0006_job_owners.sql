-- Whose a job is that another one made: the owner of that. Null: whom the order is fair between.
alter table jobs add column owner text;

-- Lists of what one caller made. An expression that only they name: no other query must choose this index.
create index jobs_of_owner on jobs (coalesce(owner, fairness_key, ''), id);
