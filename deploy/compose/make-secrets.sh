#!/bin/sh
# Makes the secrets of compose.yaml in the folder `secrets` beside it, once: what is there stays as it is.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets

random() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

# keep NAME VALUE
keep() {
  [ -s "secrets/$1" ] && return
  printf '%s' "$2" >"secrets/$1"
  echo "made secrets/$1"
}

for name in admin_key worker_key crawl_key callback_secret key_pepper store_key database_password; do
  keep "$name" "$(random)"
done
keep database_url "postgres://surveyor:$(cat secrets/database_password)@postgres:5432/surveyor"
# The containers read them as other users; nobody else comes past the folder.
chmod 700 secrets
chmod 644 secrets/*
