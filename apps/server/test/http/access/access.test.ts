import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { api, type contract, type Permission, permissions } from '@media-library/contract'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Route } from '../../../src/http/route.js'
import { readApiKey } from '../../../src/users/credential.js'
import { makeJpeg } from '../../fixtures/photo.js'
import {
  createAlbum,
  createJob,
  createKey,
  createPasskey,
  createPerson,
  createSession,
  createTag,
  createUser,
} from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { openFileLibrary } from '../../support/http/file-library.js'
import { isSignIn, type SignInOperation } from '../../support/sign-in/operations.js'
import { makeFile, upload } from '../../support/uploads/upload.js'

/**
 * What each caller is answered. `album`, `unshared`, `tag`, `spare`, `person`, `asset`, `private` and `trashed` are the owner's; the album
 * holds `asset` and `trashed`, and is shared with the friend, as are `doomed` and `left`; `unshared` and `private` were, and no longer
 * are. Each `member` is of the stack whose primary asset is `asset`, `private` or `trashed`, and `member:trashed` is in the trash itself. A
 * user is `active`, `deleted` or, like anything else, `missing`. `scope` is written by hand: the key of `unscoped` is one of the owner with
 * every other scope, and that of `scoped` has no other. The visitor comes by a link to `album` that allows everything, and `link` is one of
 * chosen assets.
 */
const MATRIX = `
operation              scope          on               nobody  unscoped scoped  owner   friend  stranger admin   visitor
createAlbum            album.create   nothing          401     403      201     201     201     201     201      401
createAlbum            album.create   asset            401     403      201     201     400     400     400      401
createAlbum            album.create   trashed          401     403      400     400     400     400     400      401
createAlbum            album.create   missing          401     403      400     400     400     400     400      401
createAlbum            album.create   user:active      401     403      403     201     201     201     201      401
createAlbum            album.create   user:deleted     401     403      403     400     400     400     400      401
createAlbum            album.create   user:missing     401     403      403     400     400     400     400      401
createSharedLink       sharedLink.create asset         401     403      201     201     400     400     400      401
createSharedLink       sharedLink.create trashed       401     403      400     400     400     400     400      401
createSharedLink       sharedLink.create missing       401     403      400     400     400     400     400      401
createSharedLink       sharedLink.create album         401     403      201     201     400     400     400      401
createSharedLink       sharedLink.create unshared      401     403      201     201     400     400     400      401
addUsersToAlbum        album.share    album            401     403      200     200     403     404     404      401
addUsersToAlbum        album.share    missing          401     403      404     404     404     404     404      401
addUsersToAlbum        album.share    user:active      401     403      200     200     403     404     404      401
addUsersToAlbum        album.share    user:deleted     401     403      400     400     403     404     404      401
addUsersToAlbum        album.share    user:missing     401     403      400     400     403     404     404      401
getTagAssets           tag.read       tag              401     403      200     200     404     404     404      401
getTagAssets           tag.read       missing          401     403      404     404     404     404     404      401
runAssetJobs           asset.job      nothing          401     403      204     204     204     204     204      401
runAssetJobs           asset.job      asset            401     403      204     204     400     400     400      401
runAssetJobs           asset.job      trashed          401     403      400     400     400     400     400      401
runAssetJobs           asset.job      missing          401     403      400     400     400     400     400      401
getAssetThumbnail      asset.read     asset            401     403      200     200     200     404     404      200
getAssetThumbnail      asset.read     private          401     403      200     200     404     404     404      404
getAssetThumbnail      asset.read     trashed          401     403      200     200     404     404     404      404
getAssetThumbnail      asset.read     member           401     403      200     200     200     404     404      404
getAssetThumbnail      asset.read     private:member   401     403      200     200     404     404     404      404
getAssetThumbnail      asset.read     missing          401     403      404     404     404     404     404      404
serveFile              asset.read     asset            401     403      200     200     200     404     404      200
serveFile              asset.read     private          401     403      200     200     404     404     404      404
serveFile              asset.read     trashed          401     403      200     200     404     404     404      404
serveFile              asset.read     member           401     403      200     200     200     404     404      404
serveFile              asset.read     private:member   401     403      200     200     404     404     404      404
serveFile              asset.read     missing          401     403      404     404     404     404     404      404
downloadFileByPost     asset.read     asset            401     403      200     200     200     404     404      200
downloadFileByPost     asset.read     private          401     403      200     200     404     404     404      404
downloadFileByPost     asset.read     trashed          401     403      200     200     404     404     404      404
downloadFileByPost     asset.read     member           401     403      200     200     200     404     404      404
downloadFileByPost     asset.read     private:member   401     403      200     200     404     404     404      404
downloadFileByPost     asset.read     missing          401     403      404     404     404     404     404      404
downloadFile           asset.read     asset            401     403      200     200     200     404     404      200
downloadFile           asset.read     private          401     403      200     200     404     404     404      404
downloadFile           asset.read     trashed          401     403      200     200     404     404     404      404
downloadFile           asset.read     member           401     403      200     200     200     404     404      404
downloadFile           asset.read     private:member   401     403      200     200     404     404     404      404
downloadFile           asset.read     missing          401     403      404     404     404     404     404      404
getDownloadInfo        asset.read     asset            401     403      201     201     201     400     400      201
getDownloadInfo        asset.read     private          401     403      201     201     400     400     400      400
getDownloadInfo        asset.read     trashed          401     403      201     201     400     400      400     400
getDownloadInfo        asset.read     member           401     403      201     201     201     400      400     400
getDownloadInfo        asset.read     trashed:member   401     403      201     201     400     400      400     400
getDownloadInfo        asset.read     member:trashed   401     403      201     201     400     400      400     400
getDownloadInfo        asset.read     missing          401     403      400     400     400     400     400      400
getDownloadInfo        asset.read     album            401     403      201     201     201     404      404     201
getDownloadInfo        asset.read     unshared         401     403      201     201     404     404      404     404
downloadArchive        asset.read     asset            401     403      200     200     200     400     400      200
downloadArchive        asset.read     private          401     403      200     200     400     400     400      400
downloadArchive        asset.read     trashed          401     403      200     200     400     400      400     400
downloadArchive        asset.read     member           401     403      200     200     200     400     400      400
downloadArchive        asset.read     missing          401     403      400     400     400     400     400      400
uploadFile             asset.upload   nothing          401     403      201     201     201     201     201      201
checkBulkUpload        asset.upload   nothing          401     403      200     200     200     200     200      401
getAssetJobs           asset.job      nothing          401     403      200     200     200     200     200      401
getJobCounts           asset.job      nothing          401     403      200     200     200     200     200      401
generateOAuthConfig    none           nothing          201     201      201     201     201     201     201      201
getAllTags             tag.read       nothing          401     403      200     200     200     200     200      401
getTagById             tag.read       tag              401     403      200     200     404     404     404      401
getTagById             tag.read       missing          401     403      404     404     404     404     404      401
getAllUsers            user.read      nothing          401     403      200     200     200     200     200      401
getMyUserInfo          user.read      nothing          401     403      200     200     200     200     200      401
getUserById            user.read      user:active      401     403      200     200     200     200     200      401
getUserById            user.read      user:deleted     401     403      404     404     404     404     200      401
getUserById            user.read      user:missing     401     403      404     404     404     404     404      401
getProfileImage        user.read      user:active      401     403      200     200     200     200     200      401
getProfileImage        user.read      user:deleted     401     403      404     404     404     404     200      401
getProfileImage        user.read      user:missing     401     403      404     404     404     404     404      401
getPasskeys            user.read      nothing          401     403      200     200     200     200     200      401
updatePasskey          user.update    passkey          401     403      200     200     404     404     404      401
updatePasskey          user.update    missing          401     403      404     404     404     404     404      401
deletePasskey          user.update    doomed:passkey   401     403      204     404     404     404     404      401
deletePasskey          user.update    missing          401     403      404     404     404     404     404      401
createProfileImage     user.update    nothing          401     403      201     201     201     201     201      401
deleteProfileImage     user.update    nothing          401     403      204     204     204     204     204      401
createUser             user.create    nothing          401     403      403     403     403     403     201      401
updateUser             user.update    user:owner       401     403      200     200     403     403     200      401
updateUser             user.update    user:active      401     403      403     403     403     403     200      401
updateUser             user.update    user:missing     401     403      403     403     403     403     404      401
deleteUser             user.delete    user:retired     401     403      403     403     403     403     200      401
deleteUser             user.delete    user:missing     401     403      403     403     403     403     404      401
restoreUser            user.delete    user:retired     401     403      403     403     403     403     201      401
restoreUser            user.delete    user:missing     401     403      403     403     403     403     404      401
getInvitations         user.create    nothing          401     403      403     403     403     403     200      401
createInvitation       user.create    nothing          401     403      403     403     403     403     201      401
renewInvitation        user.create    user:active      401     403      403     403     403     403     201      401
renewInvitation        user.create    user:deleted     401     403      403     403     403     403     404      401
deleteInvitation       user.create    user:active      401     403      403     403     403     403     204      401
deleteInvitation       user.create    user:missing     401     403      403     403     403     403     404      401
validateAccessToken    any            nothing          401     200      200     200     200     200     200      401
getAllAlbums           album.read     nothing          401     403      200     200     200     200     200      401
getAllAlbums           album.read     asset            401     403      200     200     200     200     200      401
getAllAlbums           album.read     private          401     403      200     200     200     200      200     401
getAllAlbums           album.read     trashed          401     403      200     200     200     200      200     401
getAllAlbums           album.read     missing          401     403      200     200     200     200     200      401
getAlbumInfo           album.read     album            401     403      200     200     200     404     404      200
getAlbumInfo           album.read     unshared         401     403      200     200     404     404     404      404
getAlbumInfo           album.read     missing          401     403      404     404     404     404     404      404
addAssetsToAlbum       album.update   album            401     403      200     200     200     404     404      200
addAssetsToAlbum       album.update   unshared         401     403      200     200     404     404     404      404
addAssetsToAlbum       album.update   missing          401     403      404     404     404     404     404      404
updateAlbumInfo        album.update   album            401     403      200     200     403     404     404      401
updateAlbumInfo        album.update   unshared         401     403      200     200     404     404     404      401
updateAlbumInfo        album.update   missing          401     403      404     404     404     404     404      401
createTag              tag.create     nothing          401     403      409     409     201     201     201      401
updateTag              tag.update     tag              401     403      200     200     404     404     404      401
updateTag              tag.update     missing          401     403      404     404     404     404     404      401
tagAssets              tag.update     tag              401     403      200     200     404     404     404      401
tagAssets              tag.update     missing          401     403      404     404     404     404     404      401
untagAssets            tag.update     tag              401     403      200     200     404     404     404      401
untagAssets            tag.update     missing          401     403      404     404     404     404     404      401
deleteTag              tag.delete     spare            401     403      204     404     404     404     404      401
deleteTag              tag.delete     missing          401     403      404     404     404     404     404      401
getAlbumCount          album.read     nothing          401     403      200     200     200     200     200      401
deleteAlbum            album.delete   doomed           401     403      204     404     403     404     404      401
deleteAlbum            album.delete   missing          401     403      404     404     404     404     404      401
getAuthDevices         session.read   nothing          401     403      200     200     200     200     200      401
logoutAuthDevice       session.delete device           401     403      204     404     404     404     404      401
logoutAuthDevice       session.delete missing          401     403      404     404     404     404     404      401
logoutAuthDevices      session.delete nothing          401     403      204     204     204     204     204      401
getApiKeys             key.read       nothing          401     403      200     200     200     200     200      401
createApiKey           key.create     nothing          401     403      201     201     201     201     201      401
getApiKey              key.read       key              401     403      200     200     404     404     404      401
getApiKey              key.read       missing          401     403      404     404     404     404     404      401
updateApiKey           key.update     key              401     403      200     200     404     404     404      401
updateApiKey           key.update     missing          401     403      404     404     404     404     404      401
deleteApiKey           key.delete     doomed:key       401     403      204     404     404     404     404      401
deleteApiKey           key.delete     missing          401     403      404     404     404     404     404      401
removeUserFromAlbum    album.delete   left             401     403      404     404     204     404     404      401
removeUserFromAlbum    album.delete   unshared         401     403      404     404     404     404     404      401
removeUserFromAlbum    album.delete   missing          401     403      404     404     404     404     404      401
removeAssetFromAlbum   album.update   album            401     403      200     200     200     404     404      401
removeAssetFromAlbum   album.update   unshared         401     403      200     200     404     404     404      401
removeAssetFromAlbum   album.update   missing          401     403      404     404     404     404     404      401
getAllAssets           asset.read     nothing          401     403      200     200     200     200     200      401
getAllAssets           asset.read     user:owner       401     403      200     200     404     404     404      401
getAllAssets           asset.read     user:missing     401     403      404     404     404     404     404      401
getAssetStatistics     asset.read     nothing          401     403      200     200     200     200     200      401
getTimeBuckets         asset.read     nothing          401     403      200     200     200     200     200      200
getTimeBuckets         asset.read     album            401     403      200     200     200     404     404      200
getTimeBuckets         asset.read     unshared         401     403      200     200     404     404     404      404
getTimeBuckets         asset.read     missing          401     403      404     404     404     404     404      404
getTimeBuckets         asset.read     user:owner       401     403      200     200     404     404     404      404
getTimeBuckets         asset.read     user:missing     401     403      404     404     404     404     404      404
getTimeBucket          asset.read     nothing          401     403      200     200     200     200     200      200
getTimeBucket          asset.read     album            401     403      200     200     200     404     404      200
getTimeBucket          asset.read     unshared         401     403      200     200     404     404     404      404
getTimeBucket          asset.read     missing          401     403      404     404     404     404     404      404
getTimeBucket          asset.read     user:owner       401     403      200     200     404     404     404      404
getTimeBucket          asset.read     user:missing     401     403      404     404     404     404     404      404
getMemoryLane          asset.read     nothing          401     403      200     200     200     200     200      401
getRandom              asset.read     nothing          401     403      200     200     200     200     200      401
getAssetInfo           asset.read     asset            401     403      200     200     200     404     404      200
getAssetInfo           asset.read     private          401     403      200     200     404     404     404      404
getAssetInfo           asset.read     trashed          401     403      200     200     404     404     404      404
getAssetInfo           asset.read     member           401     403      200     200     200     404     404      404
getAssetInfo           asset.read     private:member   401     403      200     200     404     404     404      404
getAssetInfo           asset.read     trashed:member   401     403      200     200     404     404     404      404
getAssetInfo           asset.read     member:trashed   401     403      200     200     404     404     404      404
getAssetInfo           asset.read     missing          401     403      404     404     404     404     404      404
updateAsset            asset.update   asset            401     403      200     200     403     404     404      401
updateAsset            asset.update   private          401     403      200     200     404     404     404      401
updateAsset            asset.update   trashed          401     403      200     200     404     404     404      401
updateAsset            asset.update   member           401     403      200     200     403     404     404      401
updateAsset            asset.update   missing          401     403      404     404     404     404     404      401
updateAssets           asset.update   asset            401     403      204     204     400     400     400      401
updateAssets           asset.update   trashed          401     403      204     204     400     400      400     401
updateAssets           asset.update   missing          401     403      400     400     400     400     400      401
deleteAssets           asset.delete   bin              401     403      204     204     400     400     400      401
deleteAssets           asset.delete   missing          401     403      400     400     400     400     400      401
restoreAssets          asset.delete   bin              401     403      204     204     400     400     400      401
restoreAssets          asset.delete   missing          401     403      400     400     400     400     400      401
listenToEvents         event.read     nothing          401     403      200     200     200     200     200      401
restoreTrash           asset.delete   nothing          401     403      204     204     204     204     204      401
emptyTrash             asset.delete   nothing          401     403      204     204     204     204     204      401
getServerVersion       none           nothing          200     200      200     200     200     200     200      200
updateStackParent      asset.update   asset            401     403      200     200     400     400     400      401
updateStackParent      asset.update   missing          401     403      400     400     400     400     400      401
checkExistingAssets    asset.upload   nothing          401     403      200     200     200     200     200      401
getAllUserAssetsByDeviceId asset.upload nothing        401     403      200     200     200     200     200      401
getServerInfo          any            nothing          401     200      200     200     200     200     200      401
getServerStatistics    asset.read     nothing          401     403      200     200     200     200     200      401
getAuditDeletes        any            nothing          401     200      200     200     200     200     200      401
search                 asset.read     nothing          401     403      200     200     200     200     200      401
searchMetadata         asset.read     nothing          401     403      200     200     200     200     200      401
getSearchSuggestions   asset.read     nothing          401     403      200     200     200     200     200      401
searchPlaces           asset.read     nothing          401     403      200     200     200     200     200      401
getExploreData         asset.read     nothing          401     403      200     200     200     200     200      401
getAssetsByCity        asset.read     nothing          401     403      200     200     200     200     200      401
getAllPeople           person.read    nothing          401     403      200     200     200     200     200      401
searchPerson           person.read    nothing          401     403      200     200     200     200     200      401
updatePeople           person.update  person           401     403      200     200     200     200     200      401
getPerson              person.read    person           401     403      200     200     404     404     404      401
getPerson              person.read    missing          401     403      404     404     404     404     404      401
updatePerson           person.update  person           401     403      200     200     404     404     404      401
updatePerson           person.update  missing          401     403      404     404     404     404     404      401
mergePerson            person.update  person           401     403      201     201     404     404     404      401
mergePerson            person.update  missing          401     403      404     404     404     404     404      401
getPersonAssets        person.read    person           401     403      200     200     404     404     404      401
getPersonAssets        person.read    missing          401     403      404     404     404     404     404      401
getPersonThumbnail     person.read    person           401     403      200     200     404     404     404      401
getPersonThumbnail     person.read    missing          401     403      404     404     404     404     404      401
getPersonStatistics    person.read    person           401     403      200     200     404     404     404      401
getPersonStatistics    person.read    missing          401     403      404     404     404     404     404      401
getFaces               person.read    asset            401     403      200     200     404     404     404      401
getFaces               person.read    member           401     403      200     200     404     404     404      401
getFaces               person.read    missing          401     403      404     404     404     404     404      401
reassignFacesById      person.update  person           401     403      200     200     404     404     404      401
reassignFacesById      person.update  missing          401     403      404     404     404     404     404      401
unassignFace           person.update  face             401     403      204     204     404     404     404      401
unassignFace           person.update  missing          401     403      404     404     404     404     404      401
getPartners            any            nothing          401     200      200     200     200     200     200      401
pingServer             none           nothing          200     200      200     200     200     200     200      200
getServerConfig        none           nothing          200     200      200     200     200     200     200      200
getSupportedMediaTypes none           nothing          200     200      200     200     200     200     200      200
getAllSharedLinks      sharedLink.read nothing         401     403      200     200     200     200     200      401
getMySharedLink        any            nothing          401     404      404     404     404     404     404      200
getSharedLinkById      sharedLink.read link            401     403      200     200     404     404     404      401
getSharedLinkById      sharedLink.read missing         401     403      404     404     404     404     404      401
updateSharedLink       sharedLink.update link          401     403      200     200     404     404     404      401
updateSharedLink       sharedLink.update missing       401     403      404     404     404     404     404      401
removeSharedLink       sharedLink.delete doomed:link   401     403      204     404     404     404     404      401
removeSharedLink       sharedLink.delete missing       401     403      404     404     404     404     404      401
addSharedLinkAssets    sharedLink.update link          401     403      200     200     404     404     404      404
addSharedLinkAssets    sharedLink.update missing       401     403      404     404     404     404     404      404
removeSharedLinkAssets sharedLink.update link          401     403      200     200     404     404     404      401
removeSharedLinkAssets sharedLink.update missing       401     403      404     404     404     404     404      401
`

const codes: Record<number, string> = {
  400: 'unusable_ids',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'name_taken',
}

/** All but what signs users in: its callers need nothing, or a session. */
type Operation = Exclude<keyof typeof api, SignInOperation>

const { server, addFile, addDerived, addPersonPicture, addProfileImage } = await openFileLibrary()
const { database } = server

let users = 0
function createPrivateUser(overrides: Parameters<typeof createUser>[1] = {}) {
  users += 1
  return createUser(database, {
    oauthId: `secret-sub-${users}`,
    storageLabel: `secret-label-${users}`,
    externalPath: `/secret/path/${users}`,
    shouldChangePassword: true,
    ...overrides,
  })
}

const owner = await createPrivateUser()
const friend = await createPrivateUser()
const stranger = await createPrivateUser()
const admin = await createPrivateUser({ isAdmin: true })
const active = await createPrivateUser()
const retired = await createPrivateUser()
const deleted = await createPrivateUser({ deletedAt: new Date() })
for (const { id } of [active, deleted]) await addProfileImage(id, Buffer.from('their picture'))

const asset = await addFile(owner, Buffer.from('its content'), { resized: true })
const hidden = await addFile(owner, Buffer.from('its content'), { resized: true, deviceAssetId: 'secret-name' })
const trashed = await addFile(owner, Buffer.from('its content'), { resized: true, deletedAt: new Date() })
async function addMember(primary: { id: string }) {
  const stack = await database.stack.create({ data: { ownerId: owner.id, primaryAssetId: primary.id } })
  await database.asset.update({ where: { id: primary.id }, data: { stackId: stack.id } })
  return addFile(owner, Buffer.from('its content'), { resized: true, stackId: stack.id })
}
const bin = await addFile(owner, Buffer.from('its content'))
const member = await addMember(asset)
const hiddenMember = await addMember(hidden)
const memberOfTrashed = await addMember(trashed)
const trashedMember = await addFile(owner, Buffer.from('its content'), {
  stackId: member.stackId,
  deletedAt: new Date(),
})
for (const each of [asset, hidden, trashed, member, hiddenMember]) {
  await addDerived(each, 'webp', Buffer.from('its thumbnail'))
  await addDerived(each, 'jpeg', Buffer.from('its preview'))
}
await createTag(database, owner, { name: 'taken' })
const spare = await createTag(database, owner, { assetIds: [asset.id] })
const tag = await createTag(database, owner, { assetIds: [asset.id, trashed.id] })
const album = await createAlbum(database, owner, { assetIds: [asset.id, trashed.id], sharedWith: [friend] })
const unshared = await createAlbum(database, owner, { assetIds: [hidden.id], sharedWith: [friend] })
await database.albumUser.deleteMany({ where: { albumId: unshared.id } })
const doomed = await createAlbum(database, owner, { sharedWith: [friend] })
const left = await createAlbum(database, owner, { sharedWith: [friend] })
const person = await createPerson(database, owner, asset)
const face = await database.assetFace.findFirstOrThrow({ where: { personId: person.id } })
await addPersonPicture(person, asset, Buffer.from('their picture'))
await database.exif.create({
  data: { assetId: hidden.id, city: 'Secretville', country: 'Secretland', latitude: 1, longitude: 2, make: 'Secret' },
})
await createJob(database, { assetId: hidden.id, name: 'transcode-video', state: 'failed' })
const device = await createSession(database, owner, { expiresAt: new Date(Date.now() + 3_600_000) })
const [passkey, doomedPasskey] = [await createPasskey(database, owner), await createPasskey(database, owner)]
const makeLink = async (body: object) =>
  (await send(server, '/api/shared-link', { method: 'POST', apiKey: owner.apiKey, body })).body as {
    id: string
    key: string
  }
const visited = await makeLink({ type: 'ALBUM', albumId: album.id, allowUpload: true })
const link = await makeLink({ type: 'INDIVIDUAL', assetIds: [hidden.id] })
const doomedLink = await makeLink({ type: 'INDIVIDUAL', assetIds: [hidden.id] })
/** Marks the key of a link among those of users. */
const SHARE = 'share:'

/** The id inside a key. */
const idOfKey = (text: string) => readApiKey(text)?.id ?? ''
const expired = await createKey(database, owner.id, { expiresAt: new Date(Date.now() - 1_000) })
const revoked = await createKey(database, owner.id)
await database.apiKey.delete({ where: { id: revoked.slice(4, 36) } })

const [key, doomedKey] = [await createKey(database, owner.id), await createKey(database, owner.id)]

const keys: Record<string, string> = {
  owner: owner.apiKey,
  friend: friend.apiKey,
  stranger: stranger.apiKey,
  admin: admin.apiKey,
  visitor: SHARE + visited.key,
}

/** With these, a caller is nobody. */
const invalidKeys = { garbage: 'nonsense', expired, revoked, deleted: deleted.apiKey }

/** The owner's key with a scope alone, and with all but that. */
async function makeScopedKeys(scope: string): Promise<Record<string, string>> {
  const others = permissions.filter((name) => name !== scope)
  return {
    scoped: await createKey(database, owner.id, { scopes: ['none', 'any'].includes(scope) ? [] : [scope] }),
    unscoped: await createKey(database, owner.id, { scopes: others }),
  }
}

const ids: Record<string, string> = {
  album: album.id,
  unshared: unshared.id,
  doomed: doomed.id,
  left: left.id,
  device: device.id,
  key: idOfKey(key),
  'doomed:key': idOfKey(doomedKey),
  link: link.id,
  'doomed:link': doomedLink.id,
  passkey: passkey.id,
  'doomed:passkey': doomedPasskey.id,
  tag: tag.id,
  spare: spare.id,
  asset: asset.id,
  private: hidden.id,
  trashed: trashed.id,
  bin: bin.id,
  member: member.id,
  'private:member': hiddenMember.id,
  'trashed:member': memberOfTrashed.id,
  'member:trashed': trashedMember.id,
  person: person.id,
  face: face.id,
  missing: randomUUID(),
  'user:active': active.id,
  'user:retired': retired.id,
  'user:owner': owner.id,
  'user:deleted': deleted.id,
  'user:missing': randomUUID(),
}

interface Listed {
  assetIds: string[]
  albumIds: string[]
  userIds: string[]
}

/** What an operation is asked for, beside the id in its path. */
const bodies: { [Name in Operation]?: (listed: Listed) => object } = {
  createAlbum: ({ assetIds, userIds }) => ({ albumName: '', assetIds, sharedWithUserIds: userIds }),
  addUsersToAlbum: ({ userIds }) => ({ sharedUserIds: userIds }),
  runAssetJobs: ({ assetIds }) => ({ assetIds, name: 'refresh-metadata' }),
  addAssetsToAlbum: ({ assetIds }) => ({ ids: assetIds }),
  getDownloadInfo: ({ assetIds, albumIds: [albumId] }) => (albumId ? { albumId } : { assetIds }),
  downloadArchive: ({ assetIds }) => ({ assetIds }),
  updateAlbumInfo: () => ({ albumName: 'Renamed' }),
  createTag: () => ({ name: 'taken' }),
  createApiKey: () => ({}),
  createSharedLink: ({ assetIds, albumIds: [albumId] }) =>
    albumId ? { type: 'ALBUM', albumId } : { type: 'INDIVIDUAL', assetIds },
  updateSharedLink: () => ({ description: 'changed' }),
  addSharedLinkAssets: ({ assetIds }) => ({ assetIds }),
  removeSharedLinkAssets: ({ assetIds }) => ({ assetIds }),
  updateApiKey: () => ({ name: 'renamed' }),
  updatePasskey: () => ({ name: 'renamed' }),
  updateTag: () => ({ name: 'renamed' }),
  tagAssets: ({ assetIds }) => ({ assetIds }),
  untagAssets: ({ assetIds }) => ({ assetIds }),
  removeAssetFromAlbum: ({ assetIds }) => ({ ids: assetIds }),
  updateAssets: ({ assetIds }) => ({ ids: assetIds, isFavorite: true }),
  updateAsset: () => ({ isFavorite: true }),
  deleteAssets: ({ assetIds }) => ({ ids: assetIds }),
  restoreAssets: ({ assetIds }) => ({ ids: assetIds }),
  checkBulkUpload: () => ({ assets: [{ id: 'a.jpg', checksum: Buffer.from(hidden.checksum).toString('hex') }] }),
  updatePerson: () => ({ birthDate: '1815-12-10' }),
  updatePeople: ({ assetIds: [id = ''] }) => ({ people: [{ id, birthDate: '1815-12-10' }] }),
  mergePerson: ({ assetIds }) => ({ ids: assetIds }),
  reassignFacesById: () => ({ id: face.id }),
  searchMetadata: () => ({}),
  updateStackParent: ({ assetIds: [id] }) => ({ newParentId: id, oldParentId: id }),
  checkExistingAssets: () => ({ deviceAssetIds: [hidden.deviceAssetId], deviceId: hidden.deviceId }),
  createUser: () => ({ email: `${randomUUID()}@example.org`, name: 'New', password: 'correct horse' }),
  updateUser: ({ userIds: [id] }) => ({ id, name: 'Renamed' }),
  deleteUser: () => ({}),
  createInvitation: () => ({ email: `${randomUUID()}@example.org`, name: 'New' }),
  generateOAuthConfig: () => ({ redirectUri: 'http://localhost/login' }),
}

const month = 'size=MONTH&timeBucket=2024-01-01'

/** What a look-up without an id in its path is asked for. */
const queries: { [Name in Operation]?: (id: string, isUser: boolean) => string } = {
  getAllAlbums: (id) => (id ? `?assetId=${id}` : ''),
  getAllAssets: (id) => (id ? `?userId=${id}` : ''),
  listenToEvents: () => '?wait=0',
  getFaces: (id) => `?id=${id}`,
  getMemoryLane: () => '?day=1&month=1',
  getRandom: () => '?count=1000',
  search: () => '?q=ada',
  getSearchSuggestions: () => '?type=city',
  searchPerson: () => '?name=a',
  getTimeBuckets: (id, isUser) => `?size=MONTH${id && `&${isUser ? 'userId' : 'albumId'}=${id}`}`,
  getTimeBucket: (id, isUser) => `?${month}${id && `&${isUser ? 'userId' : 'albumId'}=${id}`}`,
}

function isUser(on: string) {
  return on.startsWith('user:')
}

function toRequest(operation: Operation, on: string): { method: string; path: string; body?: object } {
  const { method, path, ...route } = api[operation]
  const id = ids[on] ?? ''
  const hasBody = 'body' in route && typeof route.body === 'object'
  if (hasBody && !bodies[operation]) throw new Error(`${operation} has a body: say in \`bodies\` what it is asked for.`)
  const userIds = isUser(on) ? [id] : []
  const assetIds = id && userIds.length === 0 ? [id] : []
  const albumIds = [album.id, unshared.id].filter((albumId) => albumId === id)
  const body = bodies[operation]?.({ assetIds, albumIds, userIds })
  const isAlbum = isUser(on) && path.startsWith('/api/album/')
  const query = queries[operation]?.(id, userIds.length > 0) ?? ''
  return {
    method,
    path:
      path
        .replace(':userId', 'me')
        .replace(':deviceId', hidden.deviceId)
        .replace(':id', isAlbum ? album.id : id) + query,
    ...(body && { body }),
  }
}

/** Returns the headers with which a caller authenticates. */
function authenticating(key: string | undefined): Record<string, string> {
  if (key?.startsWith(SHARE)) return { 'x-immich-share-key': key.slice(SHARE.length) }
  return key === undefined ? {} : { 'x-api-key': key }
}

/** A form with a photo that nobody has. */
async function askUpload(operation: 'uploadFile' | 'createProfileImage', apiKey: string | undefined) {
  const part = operation === 'uploadFile' ? 'assetData' : 'file'
  const { status, headers, body } = await upload(
    server,
    { apiKey: undefined },
    { [part]: makeFile(await makeJpeg()) },
    { headers: authenticating(apiKey), path: api[operation].path },
  )
  return { status, headers, body, text: JSON.stringify(body) }
}

async function ask(operation: Operation, on: string, apiKey: string | undefined) {
  if (operation === 'uploadFile' || operation === 'createProfileImage') return askUpload(operation, apiKey)
  const { path, ...request } = toRequest(operation, on)
  return send(server, path, { ...request, headers: authenticating(apiKey) })
}

const [header = '', ...lines] = MATRIX.trim().split('\n')
const callers = header.split(/ +/).slice(3)
const rows = lines.map((line) => {
  const [operation, scope = '', on = '', ...statuses] = line.split(/ +/)
  return { operation: operation as Operation, scope, on, statuses: statuses.map(Number) }
})

const scopedKeys = new Map<string, Record<string, string>>()
for (const { scope } of rows) if (!scopedKeys.has(scope)) scopedKeys.set(scope, await makeScopedKeys(scope))

/** The rows that a refused request must leave as they are. Visits of a link are counted at any time. */
function readRows() {
  return database.$queryRaw`
    SELECT (SELECT json_agg(album ORDER BY id) FROM album) AS albums,
           (SELECT json_agg(album_user ORDER BY album_id, user_id) FROM album_user) AS shares,
           (SELECT json_agg(album_asset ORDER BY album_id, asset_id) FROM album_asset) AS listed,
           (SELECT json_agg(asset ORDER BY id) FROM asset) AS assets,
           (SELECT json_agg(person ORDER BY id) FROM person) AS people,
           (SELECT json_agg(asset_face ORDER BY id) FROM asset_face) AS faces,
           (SELECT json_agg(tag ORDER BY id) FROM tag) AS tags,
           (SELECT json_agg(tag_asset ORDER BY tag_id, asset_id) FROM tag_asset) AS tagged,
           (SELECT json_agg("user" ORDER BY id) FROM "user") AS users,
           (SELECT json_agg(api_key ORDER BY id) FROM api_key) AS keys,
           (SELECT json_agg(session ORDER BY id) FROM session) AS sessions,
           (SELECT json_agg(sign_in_code ORDER BY code_hash) FROM sign_in_code) AS codes,
           (SELECT json_agg(to_jsonb(shared_link) - 'view_count' - 'viewed_at' ORDER BY id) FROM shared_link) AS links,
           (SELECT json_agg(shared_link_asset ORDER BY link_id, asset_id) FROM shared_link_asset) AS chosen,
           (SELECT json_agg(passkey ORDER BY id) FROM passkey) AS passkeys,
           (SELECT json_agg(asset_job ORDER BY asset_id, name) FROM asset_job) AS jobs`
}

/** A row of each operation. */
const operations = [...new Map(rows.map((row) => [row.operation, row])).values()]

const everybody = { owner, friend, stranger, admin, active, deleted }

/** The private texts of others in what a user is answered; the other callers use keys of the owner, or none that is valid. */
function leaksIn(text: string, caller: string) {
  if (!(caller in everybody) && caller !== 'visitor') return []
  const others = Object.entries(everybody).filter(([name]) => name !== caller)
  const secrets = others.flatMap(([, { oauthId, storageLabel, externalPath }]) => [oauthId, storageLabel, externalPath])
  return secrets.filter((secret) => text.includes(secret as string))
}

/** What the owner's things are known by: their ids, and what lists and counts say of them. */
const owned: Record<string, string> = {
  ...Object.fromEntries(Object.entries(ids).filter(([name]) => !isUser(name) && name !== 'missing')),
  name: hidden.deviceAssetId,
  place: 'Secretville',
  camera: '"Secret"',
  month: '"2024-01-01T00:00:00.000Z"',
  job: '"failed":1',
}

/** Which of those others may see: what an album shows, and `asset` with its tags and people. */
const ofAsset = ['album', 'asset', 'tag', 'spare', 'person', 'face', 'month']
const shown: Record<string, string[]> = {
  nobody: [],
  friend: [...ofAsset, 'member', 'doomed', 'left'],
  stranger: [],
  admin: [],
  visitor: ofAsset,
}

/** What an answer tells a caller of the owner's other things, the one apart that was asked about. */
function toldIn(text: string, caller: string, on: string): string[] {
  const may = shown[caller]
  if (may === undefined) return []
  return Object.entries(owned).flatMap(([name, known]) =>
    name !== on && !may.includes(name) && text.includes(known) ? [`${caller} is told of ${name}`] : [],
  )
}

/** What openapi.json says of an operation. */
interface Described {
  operationId: string
  security: object[]
  description: string
}

describe('access', () => {
  test('the matrix has every operation', () => {
    const listed = new Set<string>(rows.map(({ operation }) => operation))
    const missing = Object.keys(api)
      .filter((name) => !isSignIn(name) && !listed.has(name))
      .map((name) => `${name} has no row: add one to MATRIX, for each thing that it can be asked about`)

    expect(missing).toEqual([])
  })

  test('each operation has a test of its own, too', async () => {
    const folder = new URL('../../', import.meta.url)
    const files = (await readdir(folder, { recursive: true })).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('access.test.ts'),
    )
    const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
    const names = new Set(texts.join('\n').match(/\w+/g))
    const untested = Object.keys(api)
      .filter((name) => !names.has(name))
      .map((name) => `${name} is called by no test: write one in the folder of its handler`)

    expect(untested).toEqual([])
  })

  test('the description names the scope of each operation for machines, and in words (X9)', async () => {
    const file = createRequire(import.meta.url).resolve('@media-library/contract/openapi.json')
    const { paths }: { paths: Record<string, Record<string, Described>> } = JSON.parse(await readFile(file, 'utf8'))
    const described = new Map(
      Object.values(paths)
        .flatMap(Object.values)
        .map((operation) => [operation.operationId, operation]),
    )

    for (const { operation, scope } of operations) {
      const { security, description } = described.get(operation) ?? {}
      const visitors = 'visitor' in api[operation].metadata ? ['shareKey'] : []
      const schemes = ['apiKey', 'bearer', 'userToken', ...visitors, 'session']
      const ways = schemes.map((scheme) => ({ [scheme]: scheme === 'shareKey' ? [] : [scope] }))
      const anyWay = ways.map((way) => Object.fromEntries(Object.keys(way).map((scheme) => [scheme, []])))
      expect([operation, security]).toEqual([operation, { none: [], any: anyWay }[scope] ?? ways])
      const words = scope === 'any' ? 'Requires any key or session.' : `Requires the permission \`${scope}\`.`
      if (scope !== 'none') expect(description).toContain(words)
    }
  })

  test.each(rows)(
    '$operation on $on with $scope, and nothing private to another user (C15, PE9, X9)',
    async ({ operation, scope, on, statuses }) => {
      const allKeys = { ...keys, ...scopedKeys.get(scope) }
      const askAs = async (caller: string) => ({ caller, ...(await ask(operation, on, allKeys[caller])) })
      const isRefused = (caller: string) => (statuses[callers.indexOf(caller)] ?? 0) >= 400

      // What the owner deletes below is there when others are refused it.
      const isLater = (caller: string) => ['scoped', 'owner'].includes(caller)
      const untouched = await readRows()
      const first = await Promise.all(callers.filter((caller) => isRefused(caller) && !isLater(caller)).map(askAs))
      expect(await readRows()).toEqual(untouched)
      const granted: Awaited<ReturnType<typeof askAs>>[] = []
      for (const caller of callers.filter((name) => !isRefused(name))) granted.push(await askAs(caller))
      const before = await readRows()
      const last = await Promise.all(callers.filter((caller) => isRefused(caller) && isLater(caller)).map(askAs))
      const after = await readRows()
      const refused = [...first, ...last]

      const found = Object.fromEntries([...granted, ...refused].map(({ caller, status }) => [caller, status]))
      expect(callers.map((caller) => found[caller])).toEqual(statuses)
      expect(after).toEqual(before)
      for (const { caller, text } of [...granted, ...refused]) {
        expect([...leaksIn(text, caller), ...toldIn(text, caller, on)]).toEqual([])
      }
      for (const { caller, status, headers, body } of refused) {
        expect([caller, body.code]).toEqual([caller, codes[status]])
        expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer realm="media-library"' : null)
        if (caller === 'unscoped' && status === 403) expect(body.detail).toContain(scope)
      }
    },
  )

  test('no key but a valid one makes somebody, whatever the operation (C15, O7, X2)', async () => {
    const before = await readRows()

    for (const { operation, on, statuses } of operations) {
      const answers = await Promise.all(Object.values(invalidKeys).map((apiKey) => ask(operation, on, apiKey)))

      const expected = { operation, status: statuses[0], isUnknown: statuses[0] === 401 }
      for (const { status, headers, body } of answers) {
        expect({ operation, status, isUnknown: body?.code === 'unauthenticated' }).toEqual(expected)
        expect(headers.has('www-authenticate')).toBe(expected.isUnknown)
      }
    }
    expect(await readRows()).toEqual(before)
  })

  test.each<[Operation, string]>([
    ['createAlbum', 'user:active'],
    ['addUsersToAlbum', 'album'],
    ['getAlbumInfo', 'album'],
  ])('%s shows private fields to the caller alone (C15)', async (operation, on) => {
    const { body } = await ask(operation, on, owner.apiKey)

    const { oauthId, storageLabel, externalPath } = owner
    expect(body.owner).toMatchObject({ oauthId, storageLabel, externalPath, shouldChangePassword: true })
    expect(body.sharedUsers.length).toBeGreaterThan(0)
    for (const user of body.sharedUsers) {
      expect(user).toMatchObject({ oauthId: '', storageLabel: null, externalPath: null, shouldChangePassword: false })
    }
  })

  test.each<[Operation, string, Permission]>([
    ['createAlbum', 'asset', 'album.create'],
    ['addUsersToAlbum', 'album', 'album.share'],
    ['getAlbumInfo', 'album', 'album.read'],
  ])('%s shows assets only to a key with asset.read (X9)', async (operation, on, permission) => {
    await database.asset.update({ where: { id: trashed.id }, data: { deletedAt: new Date() } })
    // A visitor has uploaded one.
    await database.albumAsset.deleteMany({ where: { albumId: album.id, assetId: { notIn: [asset.id, trashed.id] } } })
    const withoutAssets = await createKey(database, owner.id, { scopes: [permission] })
    const withAssets = await createKey(database, owner.id, { scopes: [permission, 'asset.read'] })

    const hidden = await ask(operation, on, withoutAssets)
    const shown = await ask(operation, on, withAssets)

    expect(hidden.body).toMatchObject({ assetCount: 1, assets: [] })
    expect(shown.body).toMatchObject({ assetCount: 1, assets: [{ id: asset.id }] })
  })

  /** An answer as bytes, without what tells requests apart: their ids, the time, what is left of a rate, the id asked for. */
  const readBytes = async (operation: Operation, on: string, apiKey: string) => {
    const { status, headers, text } = await ask(operation, on, apiKey)
    const requestId = headers.get('x-request-id') as string
    const kept = [...headers].filter(([name]) => !/^(x-request-id|date|ratelimit.*)$/.test(name))
    return JSON.stringify([status, kept, text.replaceAll(requestId, '').replaceAll(ids[on] as string, '')])
  }

  const missing = rows.filter(({ on }) => on.endsWith('missing'))

  test.each(missing)(
    "$operation: the answer for $on is byte for byte that for what is another's (C8, C9)",
    async (row) => {
      const { operation, on, statuses } = row
      const listProperties = (name: string) => Object.keys(toRequest(operation, name).body ?? {}).join()
      const isLike = (name: string) => isUser(name) === isUser(on) && listProperties(name) === listProperties(on)
      const others = rows.filter(
        (other) => other.operation === operation && !/missing|nothing/.test(other.on) && isLike(other.on),
      )

      for (const [caller, apiKey] of Object.entries({ stranger: stranger.apiKey, admin: admin.apiKey })) {
        const at = callers.indexOf(caller)
        const alike = others.filter((other) => other.statuses[at] === statuses[at])
        const [expected, ...answers] = await Promise.all(
          [row, ...alike].map((each) => readBytes(operation, each.on, apiKey)),
        )

        for (const answer of answers) expect(answer).toBe(expected)
      }
    },
  )

  test('the server does not compile with a route that declares no permission', () => {
    type Bare = Omit<typeof contract.createAlbum, 'metadata'> & { metadata: { bodyLimit: number } }

    expectTypeOf<typeof contract.createAlbum>().toExtend<Route>()
    expectTypeOf<Bare>().not.toExtend<Route>()
  })
})
