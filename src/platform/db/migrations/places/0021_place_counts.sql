-- How many places share their facts, their categories, their location: the counts of a million places without reading them.

create table place_counts (
  -- Which of the columns below count in this row: 'facts', 'categories' or 'location'. The others are null.
  kind text not null,
  provider text,
  status text,
  has_website boolean,
  has_phone boolean,
  has_email boolean,
  -- Whole stars.
  stars double precision,
  categories text[],
  country_code text,
  region text,
  city text,
  -- To be summed over equal rows: each statement appends what it added and took away, so that none waits for another one.
  places bigint not null,
  -- Whether the row is itself such a sum.
  summed boolean not null default false
);

create function count_places() returns trigger language plpgsql set search_path from current as $$
declare
  places constant text := case tg_op
    when 'INSERT' then 'select 1 as n, * from added'
    when 'DELETE' then 'select -1 as n, * from removed'
    else 'select 1 as n, * from added union all select -1, * from removed'
  end;
begin
  execute format('
    insert into place_counts
      (kind, provider, status, has_website, has_phone, has_email, stars, categories, country_code, region, city, places)
    select case when grouping(categories) = 0 then ''categories'' when grouping(city) = 0 then ''location'' else ''facts'' end,
           provider, status, has_website, has_phone, has_email, floor(rating), categories, country_code, region, city, sum(n)
    from (%s) p
    group by grouping sets ((provider, status, has_website, has_phone, has_email, floor(rating)), (categories),
                            (country_code, region, city))
    having sum(n) <> 0', places);
  return null;
end $$;

create trigger count_added after insert on places referencing new table as added
  for each statement execute function count_places();
create trigger count_changed after update on places referencing old table as removed new table as added
  for each statement execute function count_places();
create trigger count_removed after delete on places referencing old table as removed
  for each statement execute function count_places();

insert into place_counts
  (kind, provider, status, has_website, has_phone, has_email, stars, categories, country_code, region, city, places, summed)
select case when grouping(categories) = 0 then 'categories' when grouping(city) = 0 then 'location' else 'facts' end,
       provider, status, has_website, has_phone, has_email, floor(rating), categories, country_code, region, city, count(*), true
from places
group by grouping sets ((provider, status, has_website, has_phone, has_email, floor(rating)), (categories),
                        (country_code, region, city));

-- Read for these counts alone.
drop index places_by_categories;
-- What came from a provider in an interval is still counted in it.
drop index places_by_facts;
create index places_by_provider on places (provider, id);
