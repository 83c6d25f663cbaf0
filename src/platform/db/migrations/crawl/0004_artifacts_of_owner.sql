-- Lists of the files of one caller.
create index artifacts_of_owner on artifacts (owner, id) where blob is not null;
