-- Parts of a cell that are searched one after the other, because each shows how full the next ones are.

alter table cells
  -- The cell that is searched when this one has ended; null: none.
  add column next_id uuid;
