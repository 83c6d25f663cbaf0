-- Indexes for filters whose values may be rare: a list of few places otherwise reads all of them.

-- A status that a source gave; of most places none is known, and those need no entry.
create index places_by_status on places (status, id) where status <> 'unknown';
create index places_by_region on places (lower(region), id) where region is not null;
