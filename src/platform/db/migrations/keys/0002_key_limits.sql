-- What a key may do less than others of its scopes.
alter table api_keys
  -- Null: what the service allows everybody.
  add column requests_per_minute integer check (requests_per_minute > 0),
  -- Addresses and networks that it may be used from; null: any.
  add column allowed_ips text[] check (cardinality(allowed_ips) > 0);
