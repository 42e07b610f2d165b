import * as z from 'zod'

export const GIB = 1_024 ** 3

const units: Record<string, number> = { '': 1, KiB: 1_024, MiB: 1_024 ** 2, GiB: GIB, TiB: 1_024 ** 4 }

/** A number of bytes, such as `4GiB`. */
export const bytes = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,3})?([KMGT]iB)?$/, 'must be a number of bytes, such as 500MiB or 4GiB')
  .transform((given) => Math.round(Number.parseFloat(given) * (units[given.replace(/^[\d.]+/, '')] ?? 1)))
