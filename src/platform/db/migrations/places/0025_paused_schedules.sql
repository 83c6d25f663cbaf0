-- A schedule that is paused has no next time.

alter table schedules alter column next_at drop not null;
