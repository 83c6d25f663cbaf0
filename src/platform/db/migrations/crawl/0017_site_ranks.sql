-- Which pages of a crawl are begun first: 0 those that the site names, 1 linked ones, 2 and 3 the same of groups that grow like a
-- trap. Those of older replicas are linked ones.
alter table site_pages add column rank smallint not null default 1;

drop index site_pages_waiting;
create index site_pages_waiting on site_pages (crawl_id, rank, turn, n) where state = 'queued';
