-- Whom things belong to where a key was replaced by another, who made a key, and limits that hold in any minute.
alter table api_keys
  -- The first of the keys that replaced each other: what one of them made belongs to all.
  add column owner_id uuid,
  -- The owner_id of the key that made this one; null: the operator. Its limits hold for what it makes.
  add column created_by uuid;

with recursive chain (id, owner_id) as (
  select k.id, k.id from api_keys k where not exists (select from api_keys o where o.replaced_by = k.id)
  union all
  select k.replaced_by, c.owner_id from chain c join api_keys k on k.id = c.id where k.replaced_by is not null
)
update api_keys k set owner_id = c.owner_id from chain c where c.id = k.id;

alter table api_keys alter column owner_id set not null;
create index api_keys_of_owner on api_keys (owner_id, id);

-- The requests of the last minute under a limit of its own. Unlogged, as rate_limits is: what a crash of the database
-- loses are the counts of one minute.
create unlogged table rate_windows (
  subject text primary key,
  -- Milliseconds since 1970 of the database's clock, ascending, and how many requests each stands for.
  at_ms bigint[] not null,
  counts integer[] not null,
  -- What the last reservation got; it travels back with `returning`.
  granted integer not null,
  changed_at timestamptz not null
) with (fillfactor = 50);
