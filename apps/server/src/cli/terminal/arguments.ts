import { existsSync, realpathSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { CreateTag, Id, text } from '@media-library/contract'
import { InvalidArgumentError } from 'commander'
import * as z from 'zod'
import { EmailAddress } from '../../config/email-address.js'
import { bytes } from '../../config/environment.js'
import { LONGEST_USER_NAME, toUserName } from '../../users/profile.js'

const HOUR = 3_600_000
const units = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR, y: 365 * 24 * HOUR }

export const email = argument(EmailAddress)

export const keyName = argument(text(1_000).trim().min(1), 'text of 1 to 1,000 characters')

export const tagName = argument(
  z.string().trim().pipe(CreateTag.shape.name),
  'text of 1 to 500 characters, none of them a control character, such as a line break',
)

export const userName = argument(
  z
    .string()
    .trim()
    .min(1)
    .refine((input) => input === toUserName(input)),
  `text of 1 to ${LONGEST_USER_NAME} characters, none of them a control character or one that changes the direction of the text`,
)

export const id = argument(Id, 'an id such as 0197a5c0-7c1e-7000-8000-0123456789ab')

/** The id of a key, also in the form without dashes that the key itself contains. */
export const keyId = argument(
  z
    .string()
    .transform((input) => input.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
    .pipe(Id),
  'an id such as 0197a5c0-7c1e-7000-8000-0123456789ab, or the form without dashes that a key contains',
)

/** Collects the ids of a repeated argument. */
export function ids(input: string, previous: string[] = []): string[] {
  return [...previous, id(input)]
}

export const count = argument(z.coerce.number().int().min(1).max(1_000_000), 'a whole number from 1 to 1,000,000')

/** A number of ids for one statement. */
export const fewer = argument(z.coerce.number().int().min(1).max(10_000), 'a whole number from 1 to 10,000')

/** A duration in milliseconds. */
export const duration = argument(
  z
    .string()
    .regex(/^[1-9]\d{0,3}[hdwy]$/)
    .transform((input) => Number.parseInt(input, 10) * units[input.slice(-1) as keyof typeof units]),
  'a number of hours, days, weeks or years, such as 12h, 90d, 8w or 1y',
)

/** A number of bytes; null for `none`. */
export const quota = argument(
  z.union([z.literal('none').transform(() => null), bytes]),
  'a number of bytes, such as 500MiB or 50GiB, or `none`',
)

/** The origin of an address, without a path. */
export const origin = argument(
  z.url({ protocol: /^https?$/ }).transform((input) => new URL(input).origin),
  'an http or https address, such as https://photos.example.org',
)

/** Returns the prefix of the paths of all assets in a folder. `import` stores real paths; the folder need not exist any more. */
export function folder(input: string): string {
  const path = existsSync(input) ? realpathSync(input) : resolve(input)
  return path.endsWith(sep) ? path : path + sep
}

/** Creates a Commander parser from a schema, which describes the fault itself unless `expected` does. */
function argument<Value>(schema: z.ZodType<Value>, expected?: string) {
  return (input: string): Value => {
    const parsed = schema.safeParse(input)
    if (parsed.success) return parsed.data
    const fault = expected === undefined ? parsed.error.issues[0]?.message : `is not ${expected}`
    throw new InvalidArgumentError(`'${input}' ${fault}.`)
  }
}
