-- The words of the limiter for the tables of slots, and the rate at the last start, which decides the interval after it.

alter table permit_resources rename to limits;
alter table limits rename constraint permit_resources_pkey to limits_pkey;
alter table limits rename column resource to key;
alter table limits rename column last_grant_at to last_start_at;
alter table limits rename column grants to starts;
alter table limits add column last_start_rate float8 not null default 1;

alter table permits rename to limit_slots;
alter table limit_slots rename constraint permits_pkey to limit_slots_pkey;
alter table limit_slots rename constraint permits_resource_fkey to limit_slots_key_fkey;
alter table limit_slots rename column resource to key;
alter index permits_resource rename to limit_slots_key;

alter table permit_grants rename to limit_starts;
alter table limit_starts rename constraint permit_grants_pkey to limit_starts_pkey;
alter table limit_starts rename constraint permit_grants_resource_fkey to limit_starts_key_fkey;
alter table limit_starts rename column resource to key;
alter table limit_starts rename column granted_at to started_at;
