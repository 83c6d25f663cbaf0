-- Of a place that is several records: true where the search saw this record itself, and not merely another one of the place.
-- Null for places that are one record, so that their rows take no more room.
alter table search_places add column as_part boolean;
