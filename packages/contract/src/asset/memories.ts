import * as z from 'zod'
import { examples, requireExample, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { whole } from '../route/query.js'
import { Asset } from './schemas.js'

const memoryDay = z
  .object({
    day: whole(1, 31).describe('The day of the month.'),
    month: whole(1, 12).describe('The month; 1 is January.'),
  })
  .describe('A day of every year.')
  .register(examples, { example: { day: 15, month: 6 } })
export interface MemoryDay extends Fields<typeof memoryDay> {}
export interface MemoryDaySchema extends NamedObject<typeof memoryDay, MemoryDay> {}
export const MemoryDay: MemoryDaySchema = memoryDay

const randomAssets = z
  .object({ count: whole(1, 1_000).optional().describe('The number of assets; 1 by default.') })
  .describe('The query of getRandom.')
export interface RandomAssets extends Fields<typeof randomAssets> {}
export interface RandomAssetsSchema extends NamedObject<typeof randomAssets, RandomAssets> {}
export const RandomAssets: RandomAssetsSchema = randomAssets

const memory = z
  .object({
    yearsAgo: z.int().describe('How many years ago it was.'),
    title: z.string().describe('The same in English words.'),
    assets: z.array(Asset).describe('The assets, newest first; at least one.'),
  })
  .describe('What was taken on a day of an earlier year, according to `localDateTime`.')
  .register(examples, {
    example: { yearsAgo: 2, title: '2 years since...', assets: [{ ...requireExample(Asset), id: sample.photo }] },
  })
export interface Memory extends Fields<typeof memory> {}
export interface MemorySchema extends NamedObject<typeof memory, Memory> {}
export const Memory: MemorySchema = memory
