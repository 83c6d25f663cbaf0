-- Ids are ordered by time, so one index tells what came from which provider in an interval, and still holds all that the
-- statistics and the facets of these columns count.

drop index places_by_facts;
create index places_by_facts on places (provider, id) include (status, has_website, has_phone, has_email, rating);
