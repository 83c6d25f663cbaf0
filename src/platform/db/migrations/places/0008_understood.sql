-- How the provider understood the query of a search, and what it warned of when the search was planned.

alter table searches
  -- Null before the search is planned, and where the provider does not say.
  add column understood jsonb,
  add column warnings jsonb not null default '[]';
