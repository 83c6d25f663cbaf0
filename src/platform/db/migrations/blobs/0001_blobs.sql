-- Which blobs the store holds. Tables that refer to one have a foreign key to here; what nobody refers to is removed.

create table blobs (
  -- 64 hex digits.
  sha256 text collate "C" primary key,
  bytes bigint not null,
  -- Not removed before, whether or not something refers to it: who has just put it is about to.
  held_until timestamptz not null
);
create index blobs_held on blobs (held_until);
