#!/bin/sh
# Run once by PostgreSQL's image, in an empty database: the role that the shop connects with.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SHOP_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role kohue_shop login password :'password';
SQL
