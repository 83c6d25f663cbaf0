-- Incoming webhooks are processed one by one, and tried again where that fails.
update webhook_records set next_attempt_at = created_at
where direction = 'incoming' and completed_at is null and next_attempt_at is null;

create index webhook_records_to_process on webhook_records (next_attempt_at)
  where direction = 'incoming' and completed_at is null;
