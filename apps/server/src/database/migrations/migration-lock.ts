/** The advisory lock that is held during a migration. `prisma migrate deploy` takes the same lock. */
export const MIGRATION_LOCK = 72_707_369
