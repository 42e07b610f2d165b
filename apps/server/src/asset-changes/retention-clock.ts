import { askOne, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import type { Logger } from '../logger.js'

interface RetentionClockRow {
  time: Date
  hasJumped: boolean
}

/**
 * Advances the clock by which the trash, resumable uploads and planned files are kept, and returns the time of the trash. That follows the
 * clock of the database, but advances at most twice as far as the time since the last call, and of that time at most a day counts: a clock
 * that is wrong by years does not empty the trash before somebody can notice. Warns of a jump. The day for which an upload or a planned file is
 * kept begins anew after an hour in which nothing ran, or by which the clock was set ahead, and with a time of one that was ahead.
 */
export async function advanceRetentionClock(database: Queryable, logger: Logger): Promise<Date> {
  const { time, hasJumped } = await askOne<RetentionClockRow>(
    database,
    Prisma.sql`
      WITH before AS (SELECT checked_at, now() - checked_at AS passed FROM trash_clock), kept AS (
        UPDATE resumable_upload SET touched_at = now()
        WHERE (touched_at < now() AND (SELECT passed FROM before) > interval '1 hour') OR touched_at > now() + interval '1 hour'
      ), planned AS (
        UPDATE file_removal SET due_at = now() + interval '1 day'
        WHERE (due_at > (SELECT checked_at FROM before) AND (SELECT passed FROM before) > interval '1 hour')
          OR due_at > now() + interval '1 day'
      )
      INSERT INTO trash_clock AS clock (id) VALUES (true)
      ON CONFLICT (id) DO UPDATE SET checked_at = now(), time = least(
        now(), clock.time + 2 * least(greatest(now() - clock.checked_at, interval '0'), interval '1 day'))
      RETURNING time, coalesce((SELECT passed FROM before) > interval '1 day', false) AS "hasJumped"`,
  )
  if (hasJumped)
    logger.warn(
      { trashTime: time },
      'nothing ran for more than a day, or the clock of the database was set ahead: what is in the trash stays for longer; set the clock if it is wrong',
    )
  return time
}
