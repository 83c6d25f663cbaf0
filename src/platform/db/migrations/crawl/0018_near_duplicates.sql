-- Pages of a crawl whose texts are nearly the same.
alter table site_pages
  -- Of the text of the last answer (kit/site/page-sketch.ts).
  add column content_sketch text,
  -- The address of the page that has nearly the same text.
  add column near_duplicate_of text;

-- Pages that share a band are compared. A page that is a near duplicate itself is in none.
create table site_bands (
  crawl_id uuid not null references site_crawls on delete cascade,
  band integer not null,
  key text collate "C" not null,
  primary key (crawl_id, band, key)
);
