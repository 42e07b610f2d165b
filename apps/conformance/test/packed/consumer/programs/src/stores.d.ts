/** The stores of the server of the contract's README. */
type Album = import('@media-library/contract/schemas').Album
type Asset = import('@media-library/contract/schemas').Asset

declare const albums: {
  create(album: import('@media-library/contract/schemas').CreateAlbum): Promise<Album>
  share(id: string, users: import('@media-library/contract/schemas').AddUsersToAlbum): Promise<Album | undefined>
}
declare const assets: { listOf(tagId: string): Promise<Asset[]> }
declare const jobs: { enqueue(jobs: import('@media-library/contract/schemas').RunAssetJobs): Promise<void> }
