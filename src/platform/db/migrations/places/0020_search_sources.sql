-- A search of several providers has a search of its own for each, which runs, is counted and ends like any other.

alter table searches
  -- The search of several providers that this one is a part of; null: none.
  add column parent_id uuid references searches on delete cascade;
create index searches_by_parent on searches (parent_id) where parent_id is not null;
