-- Facets of a filtered list read an index that holds what they count, a twelfth of the table.

-- An entry of an index holds 2.7 kB. Where a place has too many categories, they end where those of new places do
-- (src/places/content/place-row.ts).
update places set categories = array(
  select id from (
    select id, n, sum(octet_length(id) + 8) over (order by n) as bytes from unnest(categories) with ordinality c (id, n)
  ) c where bytes <= 1200 order by n
)
where octet_length(array_to_string(categories, '')) + 8 * cardinality(categories) > 1200;

-- In the place of the index that only the filter by country still used: in its order the lists of a country are read.
drop index places_by_city;
create index places_by_country on places (country_code, id)
  include (provider, categories, region, city, status, has_website, has_phone, has_email, rating);
