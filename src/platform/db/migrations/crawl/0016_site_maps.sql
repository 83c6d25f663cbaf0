-- The sitemaps of a crawl: those of each host that it starts at are read by a job of their own.

create table site_maps (
  crawl_id uuid not null references site_crawls on delete cascade,
  job_id uuid not null,
  -- The start page whose host it is.
  url text not null,
  -- Whether its addresses are in site_pages.
  is_taken boolean not null default false,
  primary key (crawl_id, job_id)
);

insert into site_maps (crawl_id, job_id, url, is_taken)
select c.job_id, c.sitemap_job, coalesce(j.input -> 'urls' ->> 0, ''), c.sitemap_done
from site_crawls c join jobs j on j.id = c.job_id
where c.sitemap_job is not null;

alter table site_crawls drop column sitemap_job;
