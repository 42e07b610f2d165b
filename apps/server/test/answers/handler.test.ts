import type * as said from '@media-library/contract'
import type { Album, Asset, api, BulkIdResult } from '@media-library/contract'
import { describe, expectTypeOf, test } from 'vitest'
import type { Handler } from '../../src/answers/handler.js'
import { idResults } from '../../src/answers/id-results.js'
import {
  type JsonItems,
  jsonItems,
  jsonList,
  jsonObject,
  jsonText,
  type WrittenBody,
  writtenBody,
} from '../../src/answers/sent-body.js'

type Operation = keyof typeof api

/** What each operation answers when all is well, by the status. */
interface Answers {
  createAlbum: { 201: Album }
  addUsersToAlbum: { 200: Album }
  getTagAssets: { 200: Asset[]; 304: undefined }
  runAssetJobs: { 204: undefined }
  generateOAuthConfig: { 201: said.OAuthConfig }
  getAssetThumbnail: { 200: Blob; 206: Blob; 302: undefined; 304: undefined }
  serveFile: { 200: Blob; 206: Blob; 302: undefined; 304: undefined }
  downloadFileByPost: { 200: Blob }
  downloadFile: { 200: Blob; 206: Blob; 302: undefined; 304: undefined }
  getDownloadInfo: { 201: said.DownloadInfo }
  downloadArchive: { 200: Blob }
  uploadFile: { 200: said.UploadResult; 201: said.UploadResult }
  checkBulkUpload: { 200: said.BulkUploadResults }
  getAssetJobs: { 200: said.AssetJob[] }
  getJobCounts: { 200: said.AssetJobCounts }
  authorize: { 201: said.OAuthAuthorization }
  finishSignIn: { 201: said.Login }
  signInWithKey: { 201: said.Login }
  signInWithCode: { 201: said.Login }
  logout: { 200: said.LoggedOut }
  getAuthDevices: { 200: said.AuthDevice[] }
  logoutAuthDevices: { 204: undefined }
  logoutAuthDevice: { 204: undefined }
  getApiKeys: { 200: said.ApiKey[] }
  createApiKey: { 201: said.ApiKeyWithSecret }
  getApiKey: { 200: said.ApiKey }
  updateApiKey: { 200: said.ApiKey }
  deleteApiKey: { 204: undefined }
  features: { 200: said.ServerFeatures }
  getAllTags: { 200: said.Tag[] }
  getTagById: { 200: said.Tag }
  getAllUsers: { 200: said.User[] }
  getMyUserInfo: { 200: said.User }
  getAllAlbums: { 200: Album[] }
  getAlbumCount: { 200: said.AlbumCount }
  getAlbumInfo: { 200: Album; 304: undefined }
  updateAlbumInfo: { 200: Album }
  deleteAlbum: { 204: undefined }
  removeUserFromAlbum: { 204: undefined }
  createTag: { 201: said.Tag }
  updateTag: { 200: said.Tag }
  deleteTag: { 204: undefined }
  tagAssets: { 200: said.AssetIdResult[] }
  untagAssets: { 200: said.AssetIdResult[] }
  addAssetsToAlbum: { 200: BulkIdResult[] }
  removeAssetFromAlbum: { 200: BulkIdResult[] }
  getAllAssets: { 200: Asset[]; 304: undefined }
  getAssetStatistics: { 200: said.AssetStatistics }
  getTimeBuckets: { 200: said.TimeBucket[]; 304: undefined }
  getTimeBucket: { 200: Asset[] }
  getAssetInfo: { 200: Asset }
  updateAssets: { 204: undefined }
  updateAsset: { 200: Asset }
  deleteAssets: { 204: undefined }
  emptyTrash: { 204: undefined }
  restoreTrash: { 204: undefined }
  restoreAssets: { 204: undefined }
  listenToEvents: { 200: ReadableStream }
  getServerVersion: { 200: said.ServerVersion }
  pingServer: { 200: said.ServerPing }
  getServerConfig: { 200: said.ServerConfig }
  getSupportedMediaTypes: { 200: said.ServerMediaTypes }
}

/** An operation if its handler may answer that. */
type MayAnswer<Name extends Operation, Status, Body> =
  { status: Status; body: Body } extends Awaited<ReturnType<Handler<Name>>> ? Name : never

/** The same for each of some statuses and bodies, which may be written. */
type MayAnswerAny<Name extends Operation, Status, Body> = Status extends unknown
  ? Body extends unknown
    ? MayAnswer<Name, Status, Body> | MayAnswer<Name, Status, WrittenBody<Body>>
    : never
  : never

type ValueOf<Record> = Record[keyof Record]

/** Every body there is, and some that no operation has. */
type Any = { [Name in Operation]: ValueOf<Answers[Name]> }[Operation] | string | number | null | object | unknown[]

type Unlike<Body, Other = Any> = Other extends Body ? never : Other

/** The operations that may answer what another one answers, or nonsense. */
type Loose = {
  [Name in Operation]: ValueOf<{
    [Status in keyof Answers[Name]]: MayAnswerAny<Name, Status, Unlike<Answers[Name][Status]>>
  }>
}[Operation]

/** The operations that may not answer what they should. */
type Strict = {
  [Name in Operation]: ValueOf<{
    [Status in keyof Answers[Name]]:
      | Exclude<Name, MayAnswer<Name, Status, Answers[Name][Status]>>
      | Exclude<Name, MayAnswer<Name, Status, WrittenBody<Answers[Name][Status]>>>
  }>
}[Operation]

/** Those that may answer with a status of which the contract says nothing else. */
type Undeclared = {
  [Name in Operation]: MayAnswerAny<Name, Exclude<200 | 201 | 202 | 204 | 206 | 302 | 304, keyof Answers[Name]>, Any>
}[Operation]

// `tsc -p test` checks these, where the compiler names the operation that is at fault.
describe('a handler', () => {
  test('answers what the contract says of its operation, each of which is named above', () => {
    expectTypeOf<keyof Answers>().toEqualTypeOf<Operation>()
    expectTypeOf<Strict>().toBeNever()
  })

  test('does not compile when it answers anything else, as it is or written', () => {
    expectTypeOf<Loose>().toBeNever()
    expectTypeOf<Undeclared>().toBeNever()
  })

  test('cannot say that a body is what it is not', () => {
    type Body = Extract<Awaited<ReturnType<Handler<'getTagAssets'>>>, { status: 200 }>['body']
    const albums: JsonItems<Album>[] = []
    const bodies: (() => Body | Promise<Body>)[] = [
      () => jsonList<Asset>([]),
      // @ts-expect-error a text of which nobody says what it is
      () => jsonText('[]'),
      // @ts-expect-error texts of which nobody says what they are
      () => jsonList(['{}']),
      // @ts-expect-error other texts
      () => jsonList(albums),
      // @ts-expect-error other values
      () => jsonList([jsonItems([{ id: 'a' }])]),
      // @ts-expect-error a text without brackets
      () => jsonText(jsonItems<Asset>([])),
      // @ts-expect-error an object
      () => jsonObject({}, 'assets', jsonList<Asset>([]), {}),
      // @ts-expect-error bytes
      () => writtenBody(() => {}),
      // @ts-expect-error results
      () => idResults('id', [], []),
    ]
    expectTypeOf(bodies).toBeArray()
  })
})
