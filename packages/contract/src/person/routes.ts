import * as z from 'zod'
import { Asset } from '../asset/schemas.js'
import { storedResponses } from '../file/responses.js'
import { fileHeaders } from '../file/schemas.js'
import { IfNoneMatch } from '../route/headers.js'
import { BulkIdResult } from '../route/id-results.js'
import { KIB, type RouteMetadata } from '../route/metadata.js'
import { Page } from '../route/page.js'
import { Id } from '../route/primitives.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { AssetFace, ChosenFace, FacesFilter } from './faces.js'
import {
  MergePeople,
  OwnPerson,
  People,
  PeopleFilter,
  PersonPicture,
  PersonSearch,
  PersonStatistics,
  UpdatePeople,
  UpdatePerson,
} from './people.js'

const pathParams = z.object({ id: Id })
const results = z.array(BulkIdResult).describe('A result for each id, in the order of the list.')

/** The operations around people, whom files and exports name. */
export const person = c.router(
  {
    getAllPeople: {
      method: 'GET',
      path: '/person',
      summary: 'List the people of the caller',
      description: "Returns the people whom the caller's own visible assets show, by name.",
      query: PeopleFilter,
      responses: { 200: People, ...always, ...withKey },
      metadata: { permission: 'person.read' } satisfies RouteMetadata,
    },
    searchPerson: {
      method: 'GET',
      path: '/search/person',
      summary: 'Find people by name',
      description: 'Returns those of the people of getAllPeople whose names have words with these beginnings, by name.',
      query: PersonSearch,
      responses: { 200: z.array(OwnPerson).describe('The people, by name.'), ...always, ...withKey },
      metadata: { permission: 'person.read' } satisfies RouteMetadata,
    },
    updatePeople: {
      method: 'PUT',
      path: '/person',
      summary: 'Change people',
      description:
        'Changes people of the caller, each as updatePerson does. One that cannot be changed is reported, and does not stop the others.',
      body: UpdatePeople,
      responses: { 200: results, ...always, ...withBody, ...withKey },
      metadata: { permission: 'person.update', bodyLimit: 4_096 * KIB } satisfies RouteMetadata,
    },
    getPerson: {
      method: 'GET',
      path: '/person/:id',
      summary: 'Read a person',
      description: 'Returns a person of the caller, also a hidden one.',
      pathParams,
      responses: { 200: OwnPerson, ...always, ...withKey, ...withId },
      metadata: { permission: 'person.read' } satisfies RouteMetadata,
    },
    updatePerson: {
      method: 'PUT',
      path: '/person/:id',
      summary: 'Change a person',
      description:
        'Names, dates, hides or shows a person of the caller, or chooses the picture. The change survives reading the files ' +
        'again. Another person may have the same name.',
      pathParams,
      body: UpdatePerson,
      responses: { 200: OwnPerson, ...always, ...withBody, ...withKey, ...withId },
      metadata: {
        permission: 'person.update',
        bodyLimit: 32 * KIB,
        problems: ['unusable_ids'],
      } satisfies RouteMetadata,
    },
    mergePerson: {
      method: 'POST',
      path: '/person/:id/merge',
      summary: 'Merge people into one',
      description:
        'Makes several people of the caller one: this one, who keeps their own name, picture and date of birth. What files call the ' +
        'others then also means this person. It cannot be undone. An id that cannot be merged is reported, and does not stop the others.',
      pathParams,
      body: MergePeople,
      responses: { 201: results, ...always, ...withBody, ...withKey, ...withId },
      metadata: { permission: 'person.update', bodyLimit: 64 * KIB } satisfies RouteMetadata,
    },
    getPersonAssets: {
      method: 'GET',
      path: '/person/:id/assets',
      summary: 'List the assets that show a person',
      description: 'Returns the visible assets that show a person of the caller, also a hidden one, newest first.',
      pathParams,
      query: Page,
      headers: { 'if-none-match': IfNoneMatch.optional() },
      responses: {
        200: z.array(Asset).describe('The assets, newest first.'),
        304: c.noBody(),
        ...always,
        ...withKey,
        ...withId,
      },
      metadata: { permission: 'person.read', answers: ['etag', 'pages'] } satisfies RouteMetadata,
    },
    getPersonThumbnail: {
      method: 'GET',
      path: '/person/:id/thumbnail',
      summary: 'Load the picture of a person',
      description:
        'Returns the face of a person of the caller, cut out of an asset that shows it. Where nobody marked the face, it is the middle of ' +
        'the asset. While it is being made, the problem `not_generated` has a `Retry-After`.',
      pathParams,
      query: PersonPicture,
      headers: fileHeaders,
      responses: storedResponses('image/jpeg'),
      metadata: {
        permission: 'person.read',
        answers: ['file', 'picture'],
        problems: ['not_generated'],
      } satisfies RouteMetadata,
    },
    getPersonStatistics: {
      method: 'GET',
      path: '/person/:id/statistics',
      summary: 'Count the assets that show a person',
      description: 'Returns the number of visible assets that show a person of the caller.',
      pathParams,
      responses: { 200: PersonStatistics, ...always, ...withKey, ...withId },
      metadata: { permission: 'person.read' } satisfies RouteMetadata,
    },
    getFaces: {
      method: 'GET',
      path: '/face',
      summary: 'List the faces in an asset',
      description:
        'Returns the faces in a visible asset of the caller, from left to right, those of hidden people left out.',
      query: FacesFilter,
      responses: { 200: z.array(AssetFace).describe('The faces.'), ...always, ...withKey, ...withId },
      metadata: { permission: 'person.read' } satisfies RouteMetadata,
    },
    reassignFacesById: {
      method: 'PUT',
      path: '/face/:id',
      summary: 'Say whom a face shows',
      description:
        'Gives a face in a visible asset of the caller to a person of the caller, whose id is in the path. Reading the file again does not ' +
        'change it, while the file marks the face as now.',
      pathParams,
      body: ChosenFace,
      responses: { 200: OwnPerson, ...always, ...withBody, ...withKey, ...withId },
      metadata: {
        permission: 'person.update',
        bodyLimit: 32 * KIB,
        problems: ['unusable_ids'],
      } satisfies RouteMetadata,
    },
    unassignFace: {
      method: 'DELETE',
      path: '/face/:id',
      summary: 'Say that a face is not the person',
      description:
        'Takes the person off a face in a visible asset of the caller. Reading the file again does not bring the person back, while the ' +
        'file marks the face as now; reassignFacesById does.',
      pathParams,
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey, ...withId },
      metadata: { permission: 'person.update' } satisfies RouteMetadata,
    },
  },
  mounted,
)
