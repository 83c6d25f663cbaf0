-- What a running search waits for, and what tells that splitting its cells brings nothing.

alter table searches
  -- { code, detail, host, until } of the newest wait; null: it goes on.
  add column waiting json;

alter table cells
  -- Of a cell that ended: the places of it that the search had not seen before; null: not known.
  add column kept integer;
