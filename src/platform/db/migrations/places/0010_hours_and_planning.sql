-- Hours that a later rule of their text replaces, and rows that a provider shows twice.

alter table places
  -- Minutes of the week at which nobody knows whether it is open; null: none.
  add column unsure_minutes int4multirange;

alter table cells
  -- The source ids of the places on the pages of a provider with a cap.
  add column shown_ids text[] not null default '{}',
  -- Rows that its pages had before: as many others may be on no page.
  add column repeated integer not null default 0;
