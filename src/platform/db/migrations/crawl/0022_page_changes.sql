-- The crawl with which the pages of another one are compared; it may be deleted meanwhile.
alter table site_crawls add column earlier uuid;
-- What has become of a page since then: new, changed, unchanged, vanished; null where it cannot be told.
alter table site_pages add column change text;
