-- Prisma writes the column of a list without NOT NULL, although its client never stores null there.
-- A key without a list of permissions has none. A session that began with such a key would have had all of them.
UPDATE "api_key" SET "scopes" = '{}' WHERE "scopes" IS NULL;
ALTER TABLE "api_key" ALTER COLUMN "scopes" SET NOT NULL;
