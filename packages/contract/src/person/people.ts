import * as z from 'zod'
import { examples, requireExample, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Id, text } from '../route/primitives.js'
import { flag } from '../route/query.js'
import { Person } from './schemas.js'

const ownPerson = Person.omit({ faces: true })
  .extend({
    isHidden: z.boolean().describe('Whether the person is left out wherever people appear.'),
    count: z.int().describe('The number of visible assets that show the person.'),
  })
  .describe('A person of the caller.')
  .register(examples, {
    example: {
      birthDate: '1815-12-10',
      id: sample.person,
      isHidden: false,
      name: 'Ada',
      thumbnailPath: '',
      count: 12,
    },
  })
export interface OwnPerson extends Fields<typeof ownPerson> {}
export interface OwnPersonSchema extends NamedObject<typeof ownPerson, OwnPerson> {}
export const OwnPerson: OwnPersonSchema = ownPerson

const people = z
  .object({
    total: z.int().describe('The number of people that visible assets show, hidden ones included.'),
    hidden: z.int().describe('The number of hidden ones.'),
    visible: z.int().describe('The number of the others.'),
    people: z.array(OwnPerson).describe('The people, by name; of more than 10,000, those with most assets.'),
  })
  .describe('The people of the caller.')
  .register(examples, { example: { total: 1, hidden: 0, visible: 1, people: [requireExample(OwnPerson)] } })
export interface People extends Fields<typeof people> {}
export interface PeopleSchema extends NamedObject<typeof people, People> {}
export const People: PeopleSchema = people

const peopleFilter = z
  .object({ withHidden: flag().optional().describe('`true` lists hidden people, too; by default not.') })
  .describe('The query of getAllPeople.')
export interface PeopleFilter extends Fields<typeof peopleFilter> {}
export interface PeopleFilterSchema extends NamedObject<typeof peopleFilter, PeopleFilter> {}
export const PeopleFilter: PeopleFilterSchema = peopleFilter

const personSearch = peopleFilter
  .extend({
    name: text(500).describe('The beginnings of words of the name, without regard to case and accents.'),
  })
  .describe('The query of searchPerson.')
  .register(examples, { example: { name: 'ada' } })
export interface PersonSearch extends Fields<typeof personSearch> {}
export interface PersonSearchSchema extends NamedObject<typeof personSearch, PersonSearch> {}
export const PersonSearch: PersonSearchSchema = personSearch

const personPicture = z
  .object({
    v: z.string().max(512).optional().describe('Has no effect: another value asks a browser to load the picture anew.'),
  })
  .describe('The query of getPersonThumbnail.')
export interface PersonPicture extends Fields<typeof personPicture> {}
export interface PersonPictureSchema extends NamedObject<typeof personPicture, PersonPicture> {}
export const PersonPicture: PersonPictureSchema = personPicture

/** Whether PostgreSQL has the date: it has no year 0. */
const birthDate = z.iso
  .date()
  .refine((date) => !date.startsWith('0000'), {
    params: { code: 'invalid_value', detail: 'must be in the years 0001 to 9999' },
  })
  .nullable()
  .optional()
  .describe('The date of birth as YYYY-MM-DD; null removes it.')

const updatePerson = z
  .strictObject({
    name: text(500)
      .normalize()
      .optional()
      .describe('The name, of up to 500 characters. Files keep calling the person as before.'),
    birthDate,
    isHidden: z.boolean().optional().describe('Whether the person is left out wherever people appear.'),
    featureFaceAssetId: Id.optional().describe(
      'A visible asset that shows the person, whose face becomes the picture.',
    ),
  })
  .describe('The body of updatePerson. A property that is left out does not change.')
  .register(examples, { example: { name: 'Ada Lovelace', birthDate: '1815-12-10' } })
export interface UpdatePerson extends Fields<typeof updatePerson> {}
export interface UpdatePersonSchema extends NamedObject<typeof updatePerson, UpdatePerson> {}
export const UpdatePerson: UpdatePersonSchema = updatePerson

/** The number of people of a request, each of which is changed by itself. */
export const MOST_AT_ONCE = 1_000

const updatePeople = z
  .strictObject({
    people: z
      .array(UpdatePerson.extend({ id: Id.describe('The id of the person.') }))
      .max(MOST_AT_ONCE)
      .describe('The changes, at most 1,000.'),
  })
  .describe('The body of updatePeople.')
  .register(examples, { example: { people: [{ id: sample.person, isHidden: true }] } })
export interface UpdatePeople extends Fields<typeof updatePeople> {}
export interface UpdatePeopleSchema extends NamedObject<typeof updatePeople, UpdatePeople> {}
export const UpdatePeople: UpdatePeopleSchema = updatePeople

const mergePeople = z
  .strictObject({
    ids: z.array(Id).max(MOST_AT_ONCE).describe('The people who are the same person; at most 1,000.'),
  })
  .describe('The body of mergePerson.')
  .register(examples, { example: { ids: [sample.twin] } })
export interface MergePeople extends Fields<typeof mergePeople> {}
export interface MergePeopleSchema extends NamedObject<typeof mergePeople, MergePeople> {}
export const MergePeople: MergePeopleSchema = mergePeople

const personStatistics = z
  .object({ assets: z.int().describe('The number of visible assets that show the person.') })
  .describe('The counts of a person.')
  .register(examples, { example: { assets: 12 } })
export interface PersonStatistics extends Fields<typeof personStatistics> {}
export interface PersonStatisticsSchema extends NamedObject<typeof personStatistics, PersonStatistics> {}
export const PersonStatistics: PersonStatisticsSchema = personStatistics
