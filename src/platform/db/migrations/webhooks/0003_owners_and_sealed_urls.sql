-- Whose endpoints and records are, and URLs of receivers that nobody can read: path or query is often the secret.
alter table webhook_endpoints
  -- Who hears of what it made itself; null: one that hears of everybody's.
  add column owner text,
  -- As the headers. The plain column is null once a service has started that seals.
  add column url_sealed bytea,
  alter column url drop not null;

alter table webhook_records
  -- Of the endpoint, or of what the address was named for; null: for those who see everybody's.
  add column owner text;
create index webhook_records_of_owner on webhook_records (owner, id) where owner is not null;
create index webhook_records_in_plain on webhook_records (id) where url is not null;
