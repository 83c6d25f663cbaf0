-- Rows that change places between two pages, or are left out: pages overlap where they move, and what is missing is counted.

alter table cells
  -- So many rows at the end of its last page come again on the next one.
  add column overlap integer not null default 0,
  -- Places that lie in it and were shown for the cell that it was cut out of, but not for itself.
  add column missed integer not null default 0;

alter table searches
  -- Pages that follow another one without sharing rows, and the rows on them that came again.
  add column page_breaks integer not null default 0,
  add column moved_rows integer not null default 0,
  -- The same of pages that share rows, beyond the shared ones.
  add column shared_breaks integer not null default 0,
  add column unexpected_rows integer not null default 0;
