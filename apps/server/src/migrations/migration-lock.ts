/** The advisory lock that is held while a database is migrated; `prisma migrate deploy` takes the same lock. */
export const MIGRATION_LOCK = 72_707_369
