-- Requests are counted once, however often the job of their cell is delivered.

alter table cells
  -- The last request of the cell that its search has counted. Both are null before the first, and in cells of an older version.
  add column counted_attempt integer,
  add column counted_page integer;
