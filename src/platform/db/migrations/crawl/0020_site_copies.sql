-- Pages that name another one as the one that counts are looked for when that one has been read.
create index site_pages_by_canonical on site_pages (crawl_id, canonical)
  where state in ('stored', 'unchanged') and canonical is not null;
