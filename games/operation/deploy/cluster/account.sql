-- Once, as postgres on the leader: psql -v ON_ERROR_STOP=1 -f account.sql postgres
CREATE ROLE clubtarot LOGIN PASSWORD '$password';
CREATE DATABASE clubtarot OWNER clubtarot;
-- The limits that the site asks for itself where no pool is in between (clubtarot/databases.py).
ALTER ROLE clubtarot SET lock_timeout = '2s';
ALTER ROLE clubtarot SET statement_timeout = '8s';
ALTER ROLE clubtarot SET idle_in_transaction_session_timeout = '30s';
