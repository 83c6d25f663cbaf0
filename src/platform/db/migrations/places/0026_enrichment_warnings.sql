-- What crawl warned of: a parked domain, a first page that is missing.

alter table enrichments add column warnings json not null default '[]';
