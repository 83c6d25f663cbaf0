-- Who is told of the end of an enrichment, and what crawl leaves out of its answers.

create table enrichment_webhooks (
  enrichment_id uuid not null references enrichments on delete cascade,
  -- A WebhookTarget: the owner, and the address that the request named.
  target jsonb not null,
  -- Whether the kept endpoints of the owner are told too: once for each enrichment.
  to_endpoints boolean not null
);
create index enrichment_webhooks_of on enrichment_webhooks (enrichment_id);

-- The exclusions of crawl, as they were read last; one row.
create table crawl_exclusions (
  id boolean primary key default true check (id),
  -- That of the list; null: never read.
  version text,
  rules json not null default '[]',
  -- The place up to which the contacts of places were looked through for this version; null: all of them were.
  swept_to uuid,
  read_at timestamptz
);
insert into crawl_exclusions default values;
