-- The `instanceId` of the worker that holds a slot, where it said so: its slots are free when its process has ended.
alter table limit_slots add column holder text;
