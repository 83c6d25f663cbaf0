-- How many places had each field, by day: when a map moves a field, its share falls while requests still succeed.
create table field_fills (
  provider text collate "C" not null,
  -- The kind of answer: search, place.
  payload text collate "C" not null,
  field text collate "C" not null,
  -- UTC.
  day date not null default (now() at time zone 'utc')::date,
  places bigint not null,
  filled bigint not null,
  primary key (provider, payload, field, day)
);
create index field_fills_by_day on field_fills (day);
