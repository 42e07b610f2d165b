import type {
  AddUsersToAlbum,
  Album,
  AlbumFilter,
  ApiKey,
  ApiKeyWithSecret,
  Asset,
  AssetFilter,
  AssetIdResult,
  AssetIds,
  AssetJobFilter,
  BulkIdResult,
  BulkIds,
  ChosenFace,
  CreateAlbum,
  CreateApiKey,
  CreateInvitation,
  CreatePasskey,
  CreateSharedLink,
  CreateTag,
  DeleteAssets,
  InvitationWithCode,
  MemoryDay,
  MergePeople,
  OwnPerson,
  Passkey,
  PeopleFilter,
  PlaceFilter,
  ProfileImage,
  RandomAssets,
  RunAssetJobs,
  SharedLink,
  SuggestionFilter,
  Tag,
  ThumbnailView,
  TimeBucketFilter,
  TimelineFilter,
  UpdateAlbum,
  UpdateApiKey,
  UpdateAsset,
  UpdateAssets,
  UpdatePasskey,
  UpdatePeople,
  UpdatePerson,
  UpdateSharedLink,
  UpdateTag,
  UpdateUser,
  User,
} from '@media-library/contract/schemas'
import type { Client } from './client.js'
import type { FileRef } from './file-urls.js'
import type { SearchFilter } from './search-operation.js'
import { type MutationOptions, mutation, pages, query } from './tanstack/options.js'
import type { FileOutcome, UploadFilesOptions } from './uploads/upload.js'

export { type FollowOptions, followEvents } from './tanstack/events.js'
export { type Key, type MutationOptions, type PagesOptions, type QueryOptions, rootKey } from './tanstack/options.js'

/** The size of the pages of a list. */
interface PageSize {
  /** The number of entries of a page, 1 to 1,000; 100 by default. */
  pageSize?: number | undefined
}

type PagePart = Pick<AlbumFilter, 'limit' | 'cursor'>

/** The option that makes a mutation safe to repeat. */
interface Keyed {
  /**
   * The key of the mutation. With the key of an earlier mutation, for example from before a reload, it has no further
   * effect. By default, the key is new.
   */
  idempotencyKey?: string | undefined
}

/** The option of a mutation that answers an album. */
interface Minimal {
  /** Whether the assets are left out of the answer; `assetCount` is still correct. */
  minimal?: boolean | undefined
}

/** The parts of the cache that contain assets, and thereby their tags. */
const tagged = ['tags', 'assets', 'albums', 'timeline', 'search']

/** The parts of the cache that contain people. */
const peopled = ['people', ...tagged]

/**
 * Creates the options of the operations for TanStack Query, 5.90 or later, for any framework:
 * `useQuery(queries.assetsWithTag(tagId))`, `useMutation(queries.createAlbum())`. Errors are of the type
 * `MediaLibraryError`.
 */
export function createQueries(client: Client) {
  return {
    /** All assets of a tag. */
    assetsWithTag: (tagId: string) =>
      query(['tags', tagId, 'assets'], async (signal) => (await client.getTagAssets(tagId, { signal })).items),

    /** The assets of a tag page by page: for `useInfiniteQuery`. */
    assetPagesWithTag: (tagId: string, { pageSize = 100 }: PageSize = {}) =>
      pages(['tags', tagId, 'assets', 'pages', pageSize], (signal, cursor) =>
        client.getTagAssets(tagId, { signal, limit: pageSize, cursor }),
      ),

    /** The tags of the caller. */
    tags: () => query(['tags'], (signal) => client.getAllTags({ signal })),

    /** A tag of the caller. */
    tag: (tagId: string) => query(['tags', tagId], (signal) => client.getTagById(tagId, { signal })),

    /** The people of the caller, by name. */
    people: ({ withHidden }: PeopleFilter = {}) =>
      query(['people', ...(withHidden ? ['withHidden'] : [])], (signal) =>
        client.getAllPeople({ withHidden }, { signal }),
      ),

    /** A person of the caller. */
    person: (personId: string) => query(['people', personId], (signal) => client.getPerson(personId, { signal })),

    /** The assets that show a person, page by page: for `useInfiniteQuery`. */
    assetPagesWithPerson: (personId: string, { pageSize = 100 }: PageSize = {}) =>
      pages(['people', personId, 'assets', 'pages', pageSize], (signal, cursor) =>
        client.getPersonAssets(personId, { signal, limit: pageSize, cursor }),
      ),

    /** The users with whom an album can be shared. */
    users: () => query(['users'], (signal) => client.getAllUsers({}, { signal })),

    /** All users for an administrator: also those who were deleted, and with quotas. */
    managedUsers: () => query(['users', 'managed'], (signal) => client.getAllUsers({ isAll: false }, { signal })),

    /** The open invitations, for an administrator. */
    invitations: () => query(['users', 'invitations'], (signal) => client.getInvitations({ signal })),

    /** The caller. */
    me: () => query(['users', 'me'], (signal) => client.getMyUserInfo({ signal })),

    /** The sessions of the caller. */
    devices: () => query(['devices'], (signal) => client.getAuthDevices({ signal })),

    /** The passkeys of the caller. */
    passkeys: () => query(['passkeys'], (signal) => client.getPasskeys({ signal })),

    /** The keys of the caller. */
    apiKeys: () => query(['apiKeys'], (signal) => client.getApiKeys({ signal })),

    /** A key of the caller. */
    apiKey: (keyId: string) => query(['apiKeys', keyId], (signal) => client.getApiKey(keyId, { signal })),

    /** The links of the caller for people without an account. */
    sharedLinks: () => query(['links'], (signal) => client.getAllSharedLinks({ signal })),

    /** The albums that match a filter, without their assets. */
    albums: (filter: Omit<AlbumFilter, keyof PagePart> = {}) =>
      query(['albums', filter], async (signal) => (await client.getAllAlbums(filter, { signal })).items),

    /** The numbers of albums that the caller owns, shares and is shared with. */
    albumCount: () => query(['albums', 'count'], (signal) => client.getAlbumCount({ signal })),

    /** An album with its assets. */
    album: (albumId: string, { minimal = false }: Minimal = {}) =>
      query(['albums', albumId, ...(minimal ? ['minimal'] : [])], (signal) =>
        client.getAlbumInfo(albumId, { minimal, signal }),
      ),

    /** The caller's own assets page by page: for `useInfiniteQuery`. */
    assetPages: (filter: Omit<AssetFilter, keyof PagePart | 'take' | 'skip'> = {}, { pageSize = 100 }: PageSize = {}) =>
      pages(['assets', 'pages', filter, pageSize], (signal, cursor) =>
        client.getAllAssets({ ...filter, limit: pageSize, cursor }, { signal }),
      ),

    /** The caller's own assets that are found, page by page: for `useInfiniteQuery`. Cursors count from the first asset. */
    searchPages: (filter: SearchFilter, { pageSize = 100 }: PageSize = {}) =>
      pages(['search', 'pages', filter, pageSize], (signal, cursor) =>
        client.search(filter, { signal, limit: pageSize, cursor }),
      ),

    /** The places or cameras of the caller's own assets, by name. */
    searchSuggestions: (filter: SuggestionFilter) =>
      query(['search', 'suggestions', filter], (signal) => client.getSearchSuggestions(filter, { signal })),

    /** The places of the caller's own assets, each with a cover, those with most assets first. */
    places: (filter: PlaceFilter = {}) =>
      query(['search', 'places', filter], (signal) => client.searchPlaces(filter, { signal })),

    /** The most frequent cities and cameras of the caller's own assets, each with an asset. */
    explore: () => query(['search', 'explore'], (signal) => client.getExploreData({ signal })),

    /** The newest of the caller's own assets of each city. */
    assetsByCity: () => query(['search', 'cities'], (signal) => client.getAssetsByCity({ signal })),

    /** What was taken on a day of earlier years. */
    memoryLane: (day: MemoryDay) =>
      query(['search', 'memory-lane', day], (signal) => client.getMemoryLane(day, { signal })),

    /** Some of the caller's own assets, chosen anew each time. */
    randomAssets: (choice: RandomAssets = {}) =>
      query(['random', choice], (signal) => client.getRandom(choice, { signal })),

    /** An asset. */
    asset: (assetId: string) => query(['assets', assetId], (signal) => client.getAssetInfo(assetId, { signal })),

    /**
     * The thumbnail of an asset as a `Blob`, for pages without a session cookie. With such a cookie, `client.thumbnailUrl(asset)`
     * lets the browser load and cache it.
     */
    thumbnail: ({ id, updatedAt }: FileRef, view: ThumbnailView = {}) =>
      query(['assets', id, 'thumbnail', updatedAt, view], async (signal) =>
        (await client.getAssetThumbnail(id, view, { signal })).blob(),
      ),

    /** The records of the jobs of the caller's own assets that match a filter. */
    jobs: (filter: Omit<AssetJobFilter, keyof PagePart> = {}) =>
      query(['jobs', filter], async (signal) => (await client.getAssetJobs(filter, { signal })).items),

    /** The records of the jobs page by page: for `useInfiniteQuery`. */
    jobPages: (filter: Omit<AssetJobFilter, keyof PagePart> = {}, { pageSize = 100 }: PageSize = {}) =>
      pages(['jobs', 'pages', filter, pageSize], (signal, cursor) =>
        client.getAssetJobs({ ...filter, limit: pageSize, cursor }, { signal }),
      ),

    /** The numbers of jobs of the caller's own assets, by name and state. */
    jobCounts: () => query(['jobs', 'counts'], (signal) => client.getJobCounts({ signal })),

    /** The days or months in which assets were taken. */
    timeBuckets: (timeline: TimelineFilter) =>
      query(['timeline', timeline], (signal) => client.getTimeBuckets(timeline, { signal })),

    /** The assets of a day or month. Its key is below that of the `timeBuckets`. */
    timeBucket: ({ timeBucket, ...timeline }: TimeBucketFilter) =>
      query(['timeline', timeline, timeBucket], (signal) =>
        client.getTimeBucket({ ...timeline, timeBucket }, { signal }),
      ),

    /** The features of the service, and whether users can sign in with a provider. */
    features: () => query(['server', 'features'], (signal) => client.features({ signal })),

    /** The settings of a login page. */
    serverConfig: () => query(['server', 'config'], (signal) => client.getServerConfig({ signal })),

    /** Creates an album. The lists of albums are read again. */
    createAlbum: (options: Keyed & Minimal = {}): MutationOptions<Album, CreateAlbum> =>
      mutation(['createAlbum'], ['albums'], (album) => client.createAlbum(album, options)),

    /** Makes a photo the picture of the caller. The users are read again. */
    createProfileImage: (): MutationOptions<ProfileImage, Blob> =>
      mutation(['createProfileImage'], ['users'], (file) => client.createProfileImage(file)),

    /** Removes the picture of the caller. The users are read again. */
    deleteProfileImage: (): MutationOptions<void, void> =>
      mutation(['deleteProfileImage'], ['users'], () => client.deleteProfileImage()),

    /** Shares an album with more users. The albums are read again. */
    addUsersToAlbum: (albumId: string, options: Minimal = {}): MutationOptions<Album, AddUsersToAlbum> =>
      mutation(['addUsersToAlbum', albumId], ['albums'], (users) => client.addUsersToAlbum(albumId, users, options)),

    /** Changes the name, the description or the cover of an album. The albums are read again. */
    updateAlbumInfo: (albumId: string): MutationOptions<Album, UpdateAlbum> =>
      mutation(['updateAlbumInfo', albumId], ['albums'], (change) => client.updateAlbumInfo(albumId, change)),

    /** Deletes an album. The albums are read again. */
    deleteAlbum: (albumId: string): MutationOptions<void, void> =>
      mutation(['deleteAlbum', albumId], ['albums', 'timeline'], () => client.deleteAlbum(albumId)),

    /** Removes a user from an album; with `me`, the caller leaves it. The albums are read again. */
    removeUserFromAlbum: (albumId: string): MutationOptions<void, string> =>
      mutation(['removeUserFromAlbum', albumId], ['albums', 'timeline'], (userId) =>
        client.removeUserFromAlbum(albumId, userId),
      ),

    /** Adds assets to an album. The albums are read again. */
    addAssetsToAlbum: (albumId: string): MutationOptions<BulkIdResult[], BulkIds> =>
      mutation(['addAssetsToAlbum', albumId], ['albums', 'timeline'], (assets) =>
        client.addAssetsToAlbum(albumId, assets),
      ),

    /** Removes assets from an album. The albums are read again. */
    removeAssetFromAlbum: (albumId: string): MutationOptions<BulkIdResult[], BulkIds> =>
      mutation(['removeAssetFromAlbum', albumId], ['albums', 'timeline'], (assets) =>
        client.removeAssetFromAlbum(albumId, assets),
      ),

    /** Creates a link. The links and albums are read again. */
    createSharedLink: (): MutationOptions<SharedLink, CreateSharedLink> =>
      mutation(['createSharedLink'], ['links', 'albums'], (link) => client.createSharedLink(link)),

    /** Changes a link. The links and albums are read again. */
    updateSharedLink: (linkId: string): MutationOptions<SharedLink, UpdateSharedLink> =>
      mutation(['updateSharedLink', linkId], ['links', 'albums'], (change) => client.updateSharedLink(linkId, change)),

    /** Removes a link. The links and albums are read again. */
    removeSharedLink: (linkId: string): MutationOptions<void, void> =>
      mutation(['removeSharedLink', linkId], ['links', 'albums'], () => client.removeSharedLink(linkId)),

    /** Ends a session of the caller. The devices are read again. */
    logoutDevice: (): MutationOptions<void, string> =>
      mutation(['logoutDevice'], ['devices'], (deviceId) => client.logoutAuthDevice(deviceId)),

    /** Ends all other sessions of the caller. The devices are read again. */
    logoutOtherDevices: (): MutationOptions<void, void> =>
      mutation(['logoutOtherDevices'], ['devices'], () => client.logoutAuthDevices()),

    /** Adds a passkey that the browser made. The passkeys are read again. */
    createPasskey: (): MutationOptions<Passkey, CreatePasskey> =>
      mutation(['createPasskey'], ['passkeys'], (passkey) => client.createPasskey(passkey)),

    /** Renames a passkey. The passkeys are read again. */
    updatePasskey: (passkeyId: string): MutationOptions<Passkey, UpdatePasskey> =>
      mutation(['updatePasskey', passkeyId], ['passkeys'], (change) => client.updatePasskey(passkeyId, change)),

    /** Removes a passkey. The passkeys are read again. */
    deletePasskey: (passkeyId: string): MutationOptions<void, void> =>
      mutation(['deletePasskey', passkeyId], ['passkeys'], () => client.deletePasskey(passkeyId)),

    /** Creates a key. Only the answer contains its secret. The keys are read again. */
    createApiKey: (): MutationOptions<ApiKeyWithSecret, CreateApiKey> =>
      mutation(['createApiKey'], ['apiKeys'], (key) => client.createApiKey(key)),

    /** Renames a key. The keys are read again. */
    updateApiKey: (keyId: string): MutationOptions<ApiKey, UpdateApiKey> =>
      mutation(['updateApiKey', keyId], ['apiKeys'], (change) => client.updateApiKey(keyId, change)),

    /** Revokes a key and ends its sessions. The keys and devices are read again. */
    deleteApiKey: (keyId: string): MutationOptions<void, void> =>
      mutation(['deleteApiKey', keyId], ['apiKeys', 'devices'], () => client.deleteApiKey(keyId)),

    /** Changes the caller; an administrator changes any user. The users are read again. */
    updateUser: (): MutationOptions<User, UpdateUser> =>
      mutation(['updateUser'], ['users'], (change) => client.updateUser(change)),

    /** Locks a user out. The users are read again. */
    deleteUser: (userId: string): MutationOptions<User, void> =>
      mutation(['deleteUser', userId], ['users'], () => client.deleteUser(userId, {})),

    /** Deletes a user for good, with everything of theirs. The users and albums are read again. */
    removeUser: (userId: string): MutationOptions<User, void> =>
      mutation(['removeUser', userId], ['users', 'albums'], () => client.deleteUser(userId, { force: true })),

    /** Lets a user in again. The users are read again. */
    restoreUser: (userId: string): MutationOptions<User, void> =>
      mutation(['restoreUser', userId], ['users'], () => client.restoreUser(userId)),

    /** Invites somebody. Only the answer contains the code of the link. The users are read again. */
    createInvitation: (): MutationOptions<InvitationWithCode, CreateInvitation> =>
      mutation(['createInvitation'], ['users'], (invitation) => client.createInvitation(invitation)),

    /** Invites a user again. Only the answer contains the code of the link. The users are read again. */
    renewInvitation: (userId: string): MutationOptions<InvitationWithCode, void> =>
      mutation(['renewInvitation', userId], ['users'], () => client.renewInvitation(userId)),

    /** Withdraws an invitation. The users are read again. */
    deleteInvitation: (userId: string): MutationOptions<void, void> =>
      mutation(['deleteInvitation', userId], ['users'], () => client.deleteInvitation(userId)),

    /** Creates a tag. The tags are read again. */
    createTag: (): MutationOptions<Tag, CreateTag> => mutation(['createTag'], ['tags'], (tag) => client.createTag(tag)),

    /** Renames a tag, and invalidates the queries that show it. */
    updateTag: (tagId: string): MutationOptions<Tag, UpdateTag> =>
      mutation(['updateTag', tagId], tagged, (change) => client.updateTag(tagId, change)),

    /** Deletes a tag, and invalidates the queries that showed it. */
    deleteTag: (tagId: string): MutationOptions<void, void> =>
      mutation(['deleteTag', tagId], tagged, () => client.deleteTag(tagId)),

    /** Adds a tag to assets, and invalidates the queries that show them. */
    addTagToAssets: (tagId: string): MutationOptions<AssetIdResult[], AssetIds> =>
      mutation(['tagAssets', tagId], tagged, (assets) => client.tagAssets(tagId, assets)),

    /** Removes a tag from assets, and invalidates the queries that show them. */
    removeTagFromAssets: (tagId: string): MutationOptions<AssetIdResult[], AssetIds> =>
      mutation(['untagAssets', tagId], tagged, (assets) => client.untagAssets(tagId, assets)),

    /** Names, dates, hides or shows a person, or chooses the picture, and invalidates the queries that show them. */
    updatePerson: (personId: string): MutationOptions<OwnPerson, UpdatePerson> =>
      mutation(['updatePerson', personId], peopled, (change) => client.updatePerson(personId, change)),

    /** Changes people, and invalidates the queries that show them. */
    updatePeople: (): MutationOptions<BulkIdResult[], UpdatePeople> =>
      mutation(['updatePeople'], peopled, (changes) => client.updatePeople(changes)),

    /** Makes several people one, and invalidates the queries that show them. */
    mergePerson: (personId: string): MutationOptions<BulkIdResult[], MergePeople> =>
      mutation(['mergePerson', personId], peopled, (others) => client.mergePerson(personId, others)),

    /** Says whom a face shows, and invalidates the queries that show them. */
    reassignFace: (personId: string): MutationOptions<OwnPerson, ChosenFace> =>
      mutation(['reassignFacesById', personId], peopled, (face) => client.reassignFacesById(personId, face)),

    /** Takes the person off a face, and invalidates the queries that show them. */
    unassignFace: (): MutationOptions<void, string> =>
      mutation(['unassignFace'], peopled, (faceId) => client.unassignFace(faceId)),

    /** Changes an asset, and invalidates the queries that show it. */
    updateAsset: (assetId: string): MutationOptions<Asset, UpdateAsset> =>
      mutation(['updateAsset', assetId], tagged, (change) => client.updateAsset(assetId, change)),

    /** Makes the same change to several assets, and invalidates the queries that show them. */
    updateAssets: (): MutationOptions<void, UpdateAssets> =>
      mutation(['updateAssets'], tagged, (change) => client.updateAssets(change)),

    /** Moves assets to the trash, or deletes them for good, and invalidates the queries that showed them. */
    deleteAssets: (): MutationOptions<void, DeleteAssets> =>
      mutation(['deleteAssets'], tagged, (assets) => client.deleteAssets(assets)),

    /** Restores assets from the trash, and invalidates the queries that show them. */
    restoreAssets: (): MutationOptions<void, BulkIds> =>
      mutation(['restoreAssets'], tagged, (assets) => client.restoreAssets(assets)),

    /** Restores everything in the trash, and invalidates the queries that show it. */
    restoreTrash: (): MutationOptions<void, void> => mutation(['restoreTrash'], tagged, () => client.restoreTrash()),

    /** Deletes everything in the trash for good, and invalidates the queries that showed it. */
    emptyTrash: (): MutationOptions<void, void> => mutation(['emptyTrash'], tagged, () => client.emptyTrash()),

    /** Uploads files that the caller does not have, a few at once, and invalidates the queries of assets, days and jobs. */
    uploadFiles: (options: UploadFilesOptions = {}): MutationOptions<FileOutcome[], Iterable<File>> =>
      mutation(['uploadFiles'], ['assets', 'timeline', 'jobs', 'search'], (files) =>
        client.uploadFiles(files, options),
      ),

    /** Queues a job for assets, and invalidates the queries of jobs. */
    runAssetJobs: (options: Keyed = {}): MutationOptions<void, RunAssetJobs> =>
      mutation(['runAssetJobs'], ['jobs'], (jobs) => client.runAssetJobs(jobs, options)),
  }
}
