-- Crawls of whole sites: what each has found, and what became of it. Their pages are jobs like all others.

create table site_crawls (
  job_id uuid primary key references jobs on delete cascade,
  paused_at timestamptz,
  -- The begin, later by each pause: the limit of time counts from it.
  clock_from timestamptz not null default now(),
  -- The job that reads the sitemaps; null before it is made, and where none is.
  sitemap_job uuid,
  -- Whether its addresses are in site_pages, or none are wanted.
  sitemap_done boolean not null default false,
  -- Links that were left out without a row of their own, by reason: how many, and the first addresses.
  dropped jsonb not null default '{}',
  requests bigint not null default 0,
  not_modified bigint not null default 0,
  bytes bigint not null default 0,
  -- Addresses with a row, and pages with a result.
  found bigint not null default 0,
  results bigint not null default 0
);

create table site_pages (
  crawl_id uuid not null references site_crawls on delete cascade,
  -- SHA-256 of what all spellings of the address have in common.
  key text collate "C" not null,
  -- Its place in the order of discovery.
  n bigint not null,
  -- How many of its folder were found before: folders take turns, so that an endless one does not hold up the others.
  turn integer not null,
  url text not null,
  depth integer not null,
  state text not null,
  reason text,
  source text not null,
  found_on text,
  -- The job that fetches it.
  page_job uuid,
  -- The job that has its result; of an unchanged page that of an earlier crawl.
  result_job uuid,
  -- What follows is of the last answer; of a page of an earlier crawl that waits, of the answer then.
  is_known boolean not null default false,
  final_url text,
  status_code integer,
  title text,
  content_hash text collate "C",
  -- The key of the address that it names as its own, where that is another one.
  canonical text collate "C",
  etag text,
  last_modified text,
  -- As the sitemap names it.
  lastmod text,
  duplicate_of text,
  bytes bigint,
  error jsonb,
  fetched_at timestamptz,
  primary key (crawl_id, key)
);
create unique index site_pages_in_order on site_pages (crawl_id, n);
create index site_pages_waiting on site_pages (crawl_id, turn, n) where state = 'queued';
create index site_pages_under_way on site_pages (crawl_id, page_job) where state = 'fetching';
create index site_pages_by_content on site_pages (crawl_id, content_hash)
  where state in ('stored', 'unchanged') and content_hash is not null;

-- How many addresses of a group were taken: of a folder, and of what may be endless (a path pattern, a calendar, a filter).
create table site_groups (
  crawl_id uuid not null references site_crawls on delete cascade,
  key text collate "C" not null,
  taken integer not null,
  primary key (crawl_id, key)
);
