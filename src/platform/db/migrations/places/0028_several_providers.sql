-- A merged place is of the providers of all its records: lists find it by each of them, and statistics count it for each.

-- `osm-file,overture`, that of `provider` first. Null: of `provider` alone, so that such rows take no more room.
alter table places add column providers text;

alter table place_counts rename provider to providers;

create or replace function count_places() returns trigger language plpgsql set search_path from current as $$
declare
  places constant text := case tg_op
    when 'INSERT' then 'select 1 as n, * from added'
    when 'DELETE' then 'select -1 as n, * from removed'
    else 'select 1 as n, * from added union all select -1, * from removed'
  end;
begin
  execute format('
    insert into place_counts
      (kind, providers, status, has_website, has_phone, has_email, stars, categories, country_code, region, city, places)
    select case when grouping(categories) = 0 then ''categories'' when grouping(city) = 0 then ''location'' else ''facts'' end,
           coalesce(providers, provider), status, has_website, has_phone, has_email, floor(rating), categories, country_code,
           region, city, sum(n)
    from (%s) p
    group by grouping sets ((coalesce(providers, provider), status, has_website, has_phone, has_email, floor(rating)),
                            (categories), (country_code, region, city))
    having sum(n) <> 0', places);
  return null;
end $$;

update places p set providers = several.providers
from (
  select place_id, string_agg(provider, ',' order by first) as providers
  from (
    select place_id, provider, min(n) as first
    from (
      select place_id, provider, row_number() over (
        partition by place_id order by content_hash = '00000000-0000-0000-0000-000000000000', id <> place_id, id) as n
      from place_parts
    ) part group by place_id, provider
  ) provider group by place_id having count(*) > 1
) several
where p.id = several.place_id;

-- The two columns stand in it for themselves too: without them the server reads each place that it counts.
drop index places_by_provider;
create index places_by_provider on places (coalesce(providers, provider), id) include (provider, providers);
drop index places_by_country;
create index places_by_country on places (country_code, id)
  include (provider, providers, categories, region, city, status, has_website, has_phone, has_email, rating);
