-- Positions that are not known, or only roughly.

alter table searches
  -- Of the places kept, those placed by a part of their geometry.
  add column approximate integer not null default 0,
  -- Objects that match and that the provider has no position of: the same ones for each cell, so the most of any page.
  add column unplaced integer not null default 0,
  -- When the newest data of the search left its source.
  add column data_at timestamptz;

-- What is stored has no language: of its categories a place keeps the ids, and labels are made when it is read.
-- In the same pass: a status that no source gave is unknown; the phone that counts is the one shown; cuisine and religion narrow lists down; house number, postcode,
-- website and phone numbers are words to find a place by.
update places set
  content = replace(
    replace(
      replace(
        content::text,
        '"categories":' || (content -> 'categories')::text,
        '"categories":' || (
          select coalesce(json_agg(c ->> 'id'), '[]') from json_array_elements(content -> 'categories') c
        )::text
      ),
      '"openMinute":', '"opensMinute":'
    ),
    -- Nothing is replaced where a source said so.
    case content -> 'provenance' -> 'status' ->> 'tier' when 'derived' then '"status":"operational"' else '' end,
    '"status":"unknown"'
  )::json,
  status = case
    when status = 'operational' and content -> 'provenance' -> 'status' ->> 'tier' = 'derived' then 'unknown'
    else status end,
  has_phone = content ->> 'phone' is not null,
  categories = categories || array(
    select distinct key || '/' || replace(lower(trim(entry)), ' ', '_')
    from unnest(array['cuisine', 'religion']) key,
         unnest(string_to_array(content -> 'attributes' ->> key, ';')) entry
    where trim(entry) <> '' and content -> 'attributes' ->> key not in ('true', 'false')
  ),
  words = words || to_tsvector('simple', lower(regexp_replace(
    concat_ws(' ',
      content -> 'address' ->> 'houseNumber',
      content -> 'address' ->> 'postcode',
      case when content -> 'address' ->> 'street' is null and content -> 'address' ->> 'city' is null
        then content -> 'address' ->> 'formatted' end,
      regexp_replace(content ->> 'website', '^https?://(www\.)?', '', 'i'),
      (select string_agg('tel' || reverse(regexp_replace(coalesce(p ->> 'e164', p ->> 'raw'), '\D', '', 'g')), ' ')
       from json_array_elements(content -> 'phones') p)
    ), '[^[:alnum:]]+', ' ', 'g')));

-- Names may be stored in the language of the search that saw the place first. No hash equals this one, so the next search
-- that sees such a place writes it anew.
update places set content_hash = '00000000-0000-0000-0000-000000000000'
where id in (
  select place_id from search_places join searches on searches.id = search_id
  where request ->> 'language' is not null
);

drop table category_labels;

-- Lists sort by it.
drop index places_by_rating;
create index places_by_rating on places (rating, id) where rating is not null;
