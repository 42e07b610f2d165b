import type { PrismaDatabase } from '../../../src/database/connect.js'

/** A time that a job ended. */
export interface JobEnd {
  asset_id: string
  name: string
  state: string
}

/** Lets the database itself note each time that a job ends; what it returns lists them. */
export async function noteEnds(database: PrismaDatabase): Promise<() => Promise<JobEnd[]>> {
  await database.$executeRaw`CREATE TABLE job_end (asset_id uuid, name text, state text)`
  await database.$executeRaw`
    CREATE FUNCTION note_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO job_end VALUES (new.asset_id, new.name, new.state); RETURN NULL; END $$`
  await database.$executeRaw`
    CREATE TRIGGER note_end AFTER UPDATE OF state ON asset_job FOR EACH ROW
    WHEN (new.state NOT IN ('queued', 'running')) EXECUTE FUNCTION note_end()`
  return () => database.$queryRaw<JobEnd[]>`SELECT asset_id, name, state FROM job_end`
}
